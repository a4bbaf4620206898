import type { Micros } from '../../platform/clock.ts'
import { Invalid } from '../../platform/errors.ts'
import { isId, suggest } from '../../platform/references.ts'
import { ACTIONS } from './actions.ts'
import type { Conditions, EntryRow } from './queries.ts'

/** Which entries are wanted. Actor and subject are a kind, or `kind:name`. */
export interface AuditFilter {
  actor?: string
  /** One action, or all of a kind: `warranty.updated`, `warranty`. */
  action?: string
  subject?: string
  /** Instead of `subject`: the warranties of this hull. */
  hin?: string
  /** A slug or id. */
  brand?: string
  since?: Micros | undefined
  until?: Micros | undefined
}

/** Finds records by names that are not in the trail. Each throws NotFound. */
export interface References {
  /** By slug or id. */
  brand(reference: string): Promise<number>
  /** By e-mail address or id. */
  user(reference: string): Promise<number>
  /** By name or id. */
  token(reference: string): Promise<number>
  /** The warranties of this hull, up to one for each brand. */
  warranties(hin: string): Promise<number[]>
}

/** The kinds of actors by their names here. The database keeps the shell's older name, which is accepted too. */
const ACTORS: Record<string, EntryRow['actor_kind']> = {
  user: 'user',
  token: 'token',
  shell: 'administrator',
  system: 'system',
  administrator: 'administrator',
}
const SHOWN_ACTORS = Object.keys(ACTORS).filter((name) => name !== 'administrator')
const KINDS = [...new Set(ACTIONS.map(kindOf))]
/** Kinds of records without an id. */
const NAMED = ['territory', 'postal_codes']

/**
 * Returns the conditions that entries must meet.
 * @throws Invalid (VALIDATION_ERROR) for an unknown actor, action or subject
 * @throws NotFound (NOT_FOUND) for a record
 */
export async function readFilter(filter: AuditFilter, references: References): Promise<Conditions> {
  const subject =
    filter.hin === undefined
      ? await readSubject(filter.subject, references)
      : { subjectKind: 'warranty', subjectIds: await references.warranties(filter.hin) }
  const actions = readActions(filter.action, subject.subjectKind)
  return {
    ...(await readActor(filter.actor, references)),
    ...subject,
    subjectKind: subject.subjectKind ?? commonKind(actions),
    actions,
    brandId: filter.brand === undefined ? undefined : await references.brand(filter.brand),
    since: filter.since,
    until: filter.until,
  }
}

async function readActor(text: string | undefined, references: References): Promise<Conditions> {
  if (text === undefined) return {}
  const [kind, name] = split(text)
  const actorKind = Object.hasOwn(ACTORS, kind) ? ACTORS[kind] : undefined
  if (!actorKind) throw unknown('actor', kind, SHOWN_ACTORS)
  if (name === undefined) return { actorKind }
  if (actorKind === 'user') return { actorKind, actorId: await references.user(name) }
  if (actorKind === 'token') return { actorKind, actorId: await references.token(name) }
  return { actorKind, actorName: name }
}

async function readSubject(text: string | undefined, references: References): Promise<Conditions> {
  if (text === undefined) return {}
  const [subjectKind, name] = split(text)
  if (!KINDS.includes(subjectKind)) throw unknown('subject', subjectKind, KINDS)
  if (name === undefined) return { subjectKind }
  if (isId(name) && !NAMED.includes(subjectKind)) {
    return { subjectKind, subjectIds: [Number(name)] }
  }
  if (subjectKind === 'warranty') return { subjectKind, subjectIds: await references.warranties(name) }
  if (subjectKind === 'user') return { subjectKind, subjectIds: [await references.user(name)] }
  if (subjectKind === 'token') return { subjectKind, subjectIds: [await references.token(name)] }
  return { subjectKind, subjectName: name }
}

/** Returns the actions: one, or all of a kind (`warranty`, `warranty.*`). A subject's kind limits them. */
function readActions(text: string | undefined, subjectKind: string | undefined) {
  const ofKind = ACTIONS.filter((action) => subjectKind === undefined || kindOf(action) === subjectKind)
  if (text === undefined) return subjectKind === undefined ? undefined : ofKind
  const kind = text.replace(/\.\*$/, '')
  const matching = ofKind.filter((action) => action === text || kindOf(action) === kind)
  if (matching.length === 0) throw unknown('action', text, [...new Set(ofKind.map(kindOf)), ...ofKind])
  return matching
}

function commonKind(actions: readonly string[] = []): string | undefined {
  const kinds = new Set(actions.map(kindOf))
  return kinds.size === 1 ? [...kinds][0] : undefined
}

function kindOf(action: string): string {
  return action.slice(0, action.indexOf('.'))
}

/** Splits `KIND:NAME`. The name may contain colons. */
function split(text: string): [kind: string, name?: string] {
  const at = text.indexOf(':')
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function unknown(field: string, given: string, known: readonly string[]): Invalid {
  const message = `There is no ${field} "${given}".${suggest(given, known)} The ${field}s are ${known.join(', ')}.`
  return new Invalid([{ field, message }])
}
