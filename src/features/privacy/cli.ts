import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup } from '../../platform/cli/options.ts'
import { NOTHING_FOUND, type Output, toJson } from '../../platform/cli/output.ts'
import type { Terminal } from '../../platform/cli/terminal.ts'
import { toIsoMicros } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { writeFileWhole } from '../../platform/write-output.ts'
import type { Brands } from '../brands/index.ts'
import type { WarrantyContext } from '../warranties/index.ts'
import { erasePerson } from './operations/erase-person.ts'
import { exportPerson } from './operations/export-person.ts'
import { type FoundPerson, findPerson, isGone, readPerson } from './operations/find-person.ts'

type WithPrivacy = Opened<WarrantyContext>

/** Adds `person find|export|erase` to a program. */
export function registerPersonCommands(
  program: Command,
  withPrivacy: WithPrivacy,
  output: Output,
  terminal: Pick<Terminal, 'interactive' | 'ask'>,
): void {
  const about = 'what is held of a person, by e-mail address: in warranties, leads, notes and answers'
  const person = commandGroup(program, 'person', about)
  addFind(person, withPrivacy, output)
  addExport(person, withPrivacy, output)
  addErase(person, withPrivacy, terminal, output)
}

function addFind(person: Command, withPrivacy: WithPrivacy, { print, note, exit }: Output): void {
  addExamples(
    person
      .command('find')
      .description('where a person stands')
      .argument('<email>', 'the e-mail address; case makes no difference')
      .option('--json', 'as JSON')
      .addHelpText('after', '\nExit code 2: nowhere.'),
    'transom person find ada@example.com',
  ).action(async (email: string, { json }: { json?: boolean }) => {
    const mention = readPerson(email)
    const { found, brands } = await withPrivacy(async (ctx) => ({
      found: await ctx.db.snapshot((reader) => findPerson(reader, mention)),
      brands: await ctx.brands.getFresh(),
    }))
    const places = describePlaces(found, brands)
    if (json) print(toJson(places))
    else for (const place of places) print(describePlace(place))
    if (places.length === 0) {
      note('Nothing was found.')
      exit(NOTHING_FOUND)
    }
  })
}

function addExport(person: Command, withPrivacy: WithPrivacy, { print, note, exit }: Output): void {
  addExamples(
    person
      .command('export')
      .description('all that is held of a person, and to whom it was passed on, as one JSON document')
      .argument('<email>', 'the e-mail address; case makes no difference')
      .option('--output <file>', 'in place of standard output, for your eyes only')
      .option('--json', 'the document is JSON in any case')
      .addHelpText('after', '\nExit code 2: nothing is held.'),
    'transom person export ada@example.com --output ada.json',
  ).action(async (email: string, { output: file }: { output?: string }) => {
    const mention = readPerson(email)
    const document = await withPrivacy((ctx) => exportPerson(ctx, mention))
    if (!document) {
      note('Nothing was found.')
      exit(NOTHING_FOUND)
      return
    }
    const text = toJson(document, 2)
    if (file === undefined) return print(text)
    await writeFileWhole(file, (write) => write(`${text}\n`))
    note(`Written to ${file}.`)
  })
}

function addErase(
  person: Command,
  withPrivacy: WithPrivacy,
  { interactive, ask }: Pick<Terminal, 'interactive' | 'ask'>,
  { print, note, exit }: Output,
): void {
  addExamples(
    person
      .command('erase')
      .description('take a person out of everything for good; warranties and their dates stay')
      .argument('<email>', 'the e-mail address; case makes no difference')
      .option('--yes', 'without asking')
      .option('--json', 'report as JSON')
      .addHelpText(
        'after',
        '\nExit code 2: nothing was found. 1: not erased, or somebody wrote of the person meanwhile.',
      ),
    'transom person erase ada@example.com',
    'transom person erase ada@example.com --yes --json',
  ).action(async (email: string, { yes, json }: { yes?: boolean; json?: boolean }) => {
    const mention = readPerson(email)
    await withPrivacy(async (ctx) => {
      const found = await ctx.db.snapshot((reader) => findPerson(reader, mention))
      const places = describePlaces(found, await ctx.brands.getFresh())
      if (isGone(found)) {
        note('Nothing was found that could be erased.')
        for (const place of places) note(describePlace(place))
        exit(NOTHING_FOUND)
        return
      }
      if (!yes) {
        if (!interactive) {
          throw new AppError('VALIDATION_ERROR', 'This cannot be undone: add --yes, or run it at a terminal.')
        }
        for (const place of places) note(describePlace(place))
        const answer = await ask(`Type ${mention.key} to erase this person for good: `)
        if (answer.toLowerCase() !== mention.key) {
          throw new AppError('VALIDATION_ERROR', 'Nothing was erased.')
        }
      }
      const erased = await erasePerson(ctx, mention)
      if (json) print(toJson(erased))
      else {
        const { owners, warranties, leads, lead_mentions, deliveries_dropped, answers } = erased
        print(
          `Erased: ${owners} entries of ownership in ${warranties} warranties, ${leads} leads, ` +
            `${lead_mentions} mentions in leads of others, ${deliveries_dropped} deliveries, ${answers} kept answers.`,
        )
      }
      for (const place of places) if (place.kept) note(describePlace(place))
      if (!erased.purged && ctx.db.dialect === 'sqlite') {
        note('The database was in use: old copies in its -wal file go when the server writes on or stops.')
      }
      if (!erased.complete) {
        note('Somebody wrote of this person meanwhile: run it again.')
        exit(1)
      }
    })
  })
}

interface Place {
  what: string
  brand: string | null
  /** The HIN, the lead's id, the dealer's code. */
  of: string | number | null
  when: string | null
  /** Erasing leaves it, and this is what to do. */
  kept?: string
}

function describePlaces(found: FoundPerson, brands: Brands): Place[] {
  const slugOf = (brandId: number) => brands.byId.get(brandId)?.slug ?? null
  const { warranties, leads, answers, login, dealers } = found
  const deliveries = found.deliveries.deliveries.length + found.deliveries.attempts.length
  const place = (
    what: string,
    brandId: number | null,
    of: Place['of'],
    when: string | null = null,
  ): Place => ({
    what,
    brand: brandId === null ? null : slugOf(brandId),
    of,
    when,
  })
  return [
    ...warranties.owned.map((one) =>
      place(
        one.transfer_date === null ? 'owner' : 'former owner',
        one.brand_id,
        one.hin,
        one.registration_date,
      ),
    ),
    ...warranties.mentions.map((one) => place('named in a warranty', one.brandId, one.hin)),
    ...leads.own.map((one) => place('lead', one.brand_id, one.id, toIsoMicros(one.received_at))),
    ...leads.mentions.map((one) =>
      place('named in a lead', one.brand_id, one.id, toIsoMicros(one.received_at)),
    ),
    ...(deliveries > 0 ? [place('errors and answers of deliveries', null, deliveries)] : []),
    ...(answers.length > 0 ? [place('answers kept for repeated requests', null, answers.length)] : []),
    ...(login
      ? [{ ...place('API user', null, null), kept: 'erasing leaves it: see `transom users --help`' }]
      : []),
    ...dealers.map((dealer) => ({
      ...place('dealer', null, dealer.dealer_code || dealer.id),
      kept: 'its public data; erasing leaves it: change it with `transom dealers update`',
    })),
  ]
}

function describePlace({ what, brand, of, when, kept }: Place): string {
  return [what, of, brand && `brand ${brand}`, when && `since ${when}`, kept && `(${kept})`]
    .filter(Boolean)
    .join('  ')
}
