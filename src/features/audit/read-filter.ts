import { readMoment } from '../../platform/cli/timestamps.ts'
import type { Micros } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { isId, suggest } from '../../platform/references.ts'
import { ACTIONS } from './actions.ts'
import type { Conditions, EntryRow } from './queries.ts'

/** What is looked for, as it is typed. */
export interface FilterFlags {
  actor?: string
  action?: string
  subject?: string
  hin?: string
  brand?: string
  since?: string
  until?: string
}

/** Finds what is meant by a name that the trail has not: throws NOT_FOUND. */
export interface References {
  /** By slug or id. */
  brand(reference: string): Promise<number>
  /** By e-mail address or id. */
  user(reference: string): Promise<number>
  /** By name or id. */
  token(reference: string): Promise<number>
  /** The warranties of this hull, one a brand at most. */
  warranties(hin: string): Promise<number[]>
}

const ACTORS: readonly EntryRow['actor_kind'][] = ['user', 'token', 'administrator', 'system']
const KINDS = [...new Set(ACTIONS.map(kindOf))]
/** What has a name only. */
const NAMED = ['territory', 'postal_codes']

/** Throws VALIDATION_ERROR for what cannot be read, NOT_FOUND for what is not there. */
export async function readFilter(
  flags: FilterFlags,
  references: References,
  now: Micros,
): Promise<Conditions> {
  if (flags.hin !== undefined && flags.subject !== undefined) {
    throw new AppError('VALIDATION_ERROR', 'Give --subject or --hin, not both.')
  }
  const subject =
    flags.hin === undefined
      ? await readSubject(flags.subject, references)
      : { subjectKind: 'warranty', subjectIds: await references.warranties(flags.hin) }
  const actions = readActions(flags.action, subject.subjectKind)
  return {
    ...(await readActor(flags.actor, references)),
    ...subject,
    subjectKind: subject.subjectKind ?? commonKind(actions),
    actions,
    brandId: flags.brand === undefined ? undefined : await references.brand(flags.brand),
    since: readMoment('--since', flags.since, now),
    until: readMoment('--until', flags.until, now),
  }
}

async function readActor(text: string | undefined, references: References): Promise<Conditions> {
  if (text === undefined) return {}
  const [kind, name] = split(text)
  const actorKind = ACTORS.find((known) => known === kind)
  if (!actorKind) throw unknown('--actor', kind, ACTORS)
  if (name === undefined) return { actorKind }
  if (actorKind === 'user') return { actorKind, actorId: await references.user(name) }
  if (actorKind === 'token') return { actorKind, actorId: await references.token(name) }
  return { actorKind, actorName: name }
}

async function readSubject(text: string | undefined, references: References): Promise<Conditions> {
  if (text === undefined) return {}
  const [subjectKind, name] = split(text)
  if (!KINDS.includes(subjectKind)) throw unknown('--subject', subjectKind, KINDS)
  if (name === undefined) return { subjectKind }
  if (isId(name) && !NAMED.includes(subjectKind)) {
    return { subjectKind, subjectIds: [Number(name)] }
  }
  if (subjectKind === 'warranty') return { subjectKind, subjectIds: await references.warranties(name) }
  if (subjectKind === 'user') return { subjectKind, subjectIds: [await references.user(name)] }
  if (subjectKind === 'token') return { subjectKind, subjectIds: [await references.token(name)] }
  return { subjectKind, subjectName: name }
}

/** `warranty.updated`, or all of a kind: `warranty`, `warranty.*`. What is done to a kind is one of its actions. */
function readActions(text: string | undefined, subjectKind: string | undefined) {
  const ofKind = ACTIONS.filter((action) => subjectKind === undefined || kindOf(action) === subjectKind)
  if (text === undefined) return subjectKind === undefined ? undefined : ofKind
  const kind = text.replace(/\.\*$/, '')
  const meant = ofKind.filter((action) => action === text || kindOf(action) === kind)
  if (meant.length === 0) throw unknown('--action', text, [...new Set(ofKind.map(kindOf)), ...ofKind])
  return meant
}

function commonKind(actions: readonly string[] = []): string | undefined {
  const kinds = new Set(actions.map(kindOf))
  return kinds.size === 1 ? [...kinds][0] : undefined
}

function kindOf(action: string): string {
  return action.slice(0, action.indexOf('.'))
}

/** `KIND:NAME` in two; the name may have colons. */
function split(text: string): [kind: string, name?: string] {
  const at = text.indexOf(':')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function unknown(option: string, given: string, known: readonly string[]): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    `${option} "${given}" is not known.${suggest(given, known)} Known: ${known.join(', ')}.`,
  )
}
