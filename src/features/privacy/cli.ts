import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup } from '../../platform/cli/options.ts'
import { NOTHING_FOUND, type Output, toJson } from '../../platform/cli/output.ts'
import type { Terminal } from '../../platform/cli/terminal.ts'
import { AppError } from '../../platform/errors.ts'
import { writeCompleteFile } from '../../platform/write-output.ts'
import type { PrivacyContext } from './context.ts'
import { erasePerson } from './operations/erase-person.ts'
import { exportPerson } from './operations/export-person.ts'
import { findPerson } from './operations/find-person.ts'
import { repeatErasures } from './operations/repeat-erasures.ts'
import type { Place } from './places.ts'

type WithPrivacy = Opened<PrivacyContext>

const ADDRESS = 'E-mail address, in upper or lower case'

const ADVICE = {
  user: 'stays: see `transom users --help`',
  dealer: "stays, as it is the dealer's public data: change it with `transom dealers update`",
}

/** Adds `person find`, `export` and `erase` to a program. */
export function registerPersonCommands(
  program: Command,
  withPrivacy: WithPrivacy,
  output: Output,
  terminal: Pick<Terminal, 'interactive' | 'ask'>,
): void {
  const person = commandGroup(program, 'person', 'Find, export or erase a person by e-mail address')
  addFind(person, withPrivacy, output)
  addExport(person, withPrivacy, output)
  addErase(person, withPrivacy, terminal, output)
}

function addFind(person: Command, withPrivacy: WithPrivacy, { print, note, exit }: Output): void {
  addExamples(
    person
      .command('find')
      .description('List the places that mention a person')
      .argument('<email>', ADDRESS)
      .option('--json', 'Print JSON')
      .addHelpText('after', '\nExit code 2: nothing was found.'),
    'transom person find ada@example.com',
  ).action(async (email: string, { json }: { json?: boolean }) => {
    const places = await withPrivacy((ctx) => findPerson(ctx, { email }))
    if (json) print(toJson(places.map(withAdvice)))
    else for (const place of places) print(describePlace(place))
    if (places.length > 0) return
    note('Nothing was found.')
    exit(NOTHING_FOUND)
  })
}

function addExport(person: Command, withPrivacy: WithPrivacy, { print, note, exit }: Output): void {
  addExamples(
    person
      .command('export')
      .description('Export everything stored about a person, and who received it, as JSON')
      .argument('<email>', ADDRESS)
      .option('--output <file>', 'Write to a file that only you can read')
      .option('--json', 'Has no effect: the document is always JSON')
      .addHelpText('after', '\nExit code 2: nothing was found.'),
    'transom person export ada@example.com --output ada.json',
  ).action(async (email: string, { output: file }: { output?: string }) => {
    const document = await withPrivacy((ctx) => exportPerson(ctx, { email }))
    if (!document) {
      note('Nothing was found.')
      exit(NOTHING_FOUND)
      return
    }
    const text = toJson(document, 2)
    if (file === undefined) return print(text)
    await writeCompleteFile(file, [`${text}\n`])
    note(`Written to ${file}.`)
  })
}

interface EraseFlags {
  again?: boolean
  yes?: boolean
  json?: boolean
}

function addErase(
  person: Command,
  withPrivacy: WithPrivacy,
  terminal: Pick<Terminal, 'interactive' | 'ask'>,
  output: Output,
): void {
  addExamples(
    person
      .command('erase')
      .description('Erase a person for good. Warranties and their dates stay')
      .argument('[email]', ADDRESS)
      .option('--again', 'After a restore: repeat the erasures made since the backup')
      .option('--yes', 'Do not ask for confirmation')
      .option('--json', 'Print JSON')
      .addHelpText(
        'after',
        '\nExit code 2: nothing was found. 1: not erased, or somebody wrote about the person during the erasure.',
      ),
    'transom person erase ada@example.com',
    'transom person erase ada@example.com --yes --json',
    'transom person erase --again',
  ).action(async (email: string | undefined, flags: EraseFlags) => {
    if ((email === undefined) !== Boolean(flags.again)) {
      throw new AppError('VALIDATION_ERROR', 'Give either the e-mail address of a person or --again.')
    }
    await withPrivacy((ctx) =>
      email === undefined
        ? eraseAgain(ctx, flags, output)
        : eraseOne(ctx, { email, ...flags }, terminal, output),
    )
  })
}

async function eraseAgain(ctx: PrivacyContext, { json }: EraseFlags, { print, note, exit }: Output) {
  const done = await repeatErasures(ctx)
  if (json) print(toJson(done))
  else
    print(done.repeated === 1 ? '1 person was erased again.' : `${done.repeated} people were erased again.`)
  if (done.unknown > 0) {
    note(
      `${done.unknown} earlier erasures could not be checked, because the signing secret they were made with is no ` +
        'longer configured. Set it as TRANSOM_JWT_SECRET_PREVIOUS and run this again.',
    )
  }
  if (!done.complete) {
    note('Somebody wrote about one of these people meanwhile. Run it again.')
    exit(1)
  }
}

async function eraseOne(
  ctx: PrivacyContext,
  { email, yes, json }: EraseFlags & { email: string },
  terminal: Pick<Terminal, 'interactive' | 'ask'>,
  { print, note, exit }: Output,
): Promise<void> {
  const places = await findPerson(ctx, { email })
  if (places.every(({ kept }) => kept)) {
    note('Nothing was found that could be erased.')
    for (const place of places) note(describePlace(place))
    exit(NOTHING_FOUND)
    return
  }
  if (!yes) await confirm(email, places, terminal, note)
  const { on_file: onFile, ...erased } = await erasePerson(ctx, { email })
  if (json) print(toJson(erased))
  else {
    print(
      `Erased: ${erased.owners} ownerships in ${erased.warranties} warranties, ${erased.leads} leads, ` +
        `${erased.lead_mentions} mentions in other leads, ${erased.deliveries_dropped} deliveries, ` +
        `${erased.events} events, files of ${erased.imports} imports, ` +
        `${erased.answers} stored responses.`,
    )
  }
  for (const place of places) if (place.kept) note(describePlace(place))
  if (!erased.purged && ctx.db.dialect === 'sqlite') {
    note('The database was in use. Old copies in its -wal file go when the server writes more or stops.')
  }
  if (!onFile) {
    note('The erasure could not be written to DATA_DIR: after a restore, --again may not find it.')
  }
  if (!erased.complete) {
    note('Somebody wrote about this person meanwhile. Run it again.')
    exit(1)
  }
}

async function confirm(
  email: string,
  places: readonly Place[],
  { interactive, ask }: Pick<Terminal, 'interactive' | 'ask'>,
  note: Output['note'],
): Promise<void> {
  if (!interactive) {
    throw new AppError('VALIDATION_ERROR', 'This cannot be undone: add --yes, or run it at a terminal.')
  }
  for (const place of places) note(describePlace(place))
  const wanted = email.trim().toLowerCase()
  const answer = await ask(`Type ${wanted} to erase this person for good: `)
  if (answer.trim().toLowerCase() !== wanted) throw new AppError('VALIDATION_ERROR', 'Nothing was erased.')
}

function withAdvice({ kept, ...place }: Place) {
  return kept ? { ...place, kept: ADVICE[kept] } : place
}

function describePlace({ what, brand, of, when, kept }: Place): string {
  return [what, of, brand && `brand ${brand}`, when && `since ${when}`, kept && `(${ADVICE[kept]})`]
    .filter(Boolean)
    .join('  ')
}
