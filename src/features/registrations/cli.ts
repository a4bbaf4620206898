import { type Command, Option } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  commandGroup,
  type Field,
  readFields,
  readNumber,
} from '../../platform/cli/options.ts'
import { describeRecord, type Output, printList, toJson } from '../../platform/cli/output.ts'
import { printFound } from '../../platform/cli/print-found.ts'
import { readMoment } from '../../platform/cli/timestamps.ts'
import type { RegistrationContext } from './context.ts'
import { type Acceptance, acceptRegistration } from './operations/accept-registration.ts'
import { listRegistrations, type RegistrationFilter } from './operations/list-registrations.ts'
import { rejectRegistration } from './operations/reject-registration.ts'
import { type ShownRegistration, showRegistration } from './operations/show-registration.ts'
import { STATES } from './queries.ts'

type WithRegistrations = Opened<RegistrationContext>

const FIELDS: readonly Field[] = [
  { name: 'hin', kind: 'text', about: 'HIN, where the owner misspelled it' },
  { name: 'model', kind: 'text', about: 'Model' },
  { name: 'model_code', kind: 'text', about: 'Code of the model' },
  { name: 'model_year', kind: 'text', about: 'Model year' },
  { name: 'is_used', kind: 'flag', about: 'Whether the boat was sold used' },
  { name: 'registration_date', kind: 'text', about: 'YYYY-MM-DD; default: when it was received' },
  { name: 'purchase_date', kind: 'text', about: 'YYYY-MM-DD' },
  { name: 'warranty_start_date', kind: 'text', about: 'YYYY-MM-DD; default: the purchase date' },
  { name: 'warranty_duration_months', kind: 'number', about: 'From 1 to 1200' },
  { name: 'coverage_type', kind: 'text', about: 'One of full, limited, structural, hull-only or other' },
  { name: 'warranty_notes', kind: 'text', about: 'Notes' },
  { name: 'order_number', kind: 'text', about: 'Number of the order' },
  { name: 'external_order_number', kind: 'text', about: 'Number of the order in another system' },
  { name: 'warranty_external_id', kind: 'text', about: 'Id of the warranty in another system' },
]

interface ListFlags {
  brand?: string
  search?: string
  state?: (typeof STATES)[number]
  since?: string
  until?: string
  limit: number
  json?: boolean
}

/** Adds `registrations list|show|accept|reject` to a program. */
export function registerRegistrationCommands(
  program: Command,
  withRegistrations: WithRegistrations,
  output: Output,
): void {
  const group = commandGroup(program, 'registrations', "List, accept and reject owners' registrations")
  addList(group, withRegistrations, output)
  addShow(group, withRegistrations, output)
  addDecisions(group, withRegistrations, output)
}

function addList(group: Command, withRegistrations: WithRegistrations, output: Output): void {
  addExamples(
    group
      .command('list')
      .description('List the newest registrations')
      .option('--brand <brand>', 'Only this brand: slug or id')
      .option(
        '--search <text>',
        'Only with a HIN, name, e-mail address or phone number that begins with this text',
      )
      .addOption(new Option('--state <state>', 'Only in this state').choices(STATES))
      .option('--since <time>', 'Received since: 30m, 2h, 7d, 2026-05-01, 2026-05-01T12:00:00Z')
      .option('--until <time>', 'Received before')
      .option('--limit <number>', 'Show up to this many, at most 200', readNumber, 50)
      .option('--json', 'Print JSON')
      .addHelpText('after', '\nExit code 2: nothing was found.'),
    'transom registrations list --state received',
    'transom registrations list --brand harbor-craft --search rivers --json',
  ).action(async ({ json, since, until, search, ...flags }: ListFlags) => {
    const { items, pagination } = await withRegistrations((ctx) => {
      const now = ctx.clock.now()
      const filter = {
        ...flags,
        q: search,
        since: readMoment('--since', since, now),
        until: readMoment('--until', until, now),
      }
      const given = Object.entries(filter).filter(([, value]) => value !== undefined)
      return listRegistrations(ctx, Object.fromEntries(given) as RegistrationFilter)
    })
    printList(output, items, {
      ...{ json, name: 'registrations', noun: 'registrations' },
      columns: {
        id: ({ id }) => id,
        received: ({ created_at }) => created_at.slice(0, 19).replace('T', ' '),
        brand: ({ brand }) => brand,
        state: ({ state }) => state,
        HIN: ({ hin }) => hin,
        model: ({ model, model_year }) => `${model} ${model_year}`,
        owner: ({ contact }) => `${contact.first_name} ${contact.last_name}`,
        'possible duplicates': ({ possible_duplicates: found }) => found.length || null,
      },
    })
    if (pagination.next_cursor !== null) {
      output.note(`There are more than ${flags.limit} registrations. To see more, set --limit.`)
    }
  })
}

function addShow(group: Command, withRegistrations: WithRegistrations, output: Output): void {
  addExamples(
    group
      .command('show')
      .description('Show a registration and its possible duplicates')
      .argument('<id>', 'Id of the registration, as in the list', readNumber)
      .option('--json', 'Print JSON')
      .addHelpText('after', '\nExit code 2: there is no such registration.'),
    'transom registrations show 7',
  ).action(async (id: number, { json }: { json?: boolean }) => {
    await printFound(output, () => withRegistrations((ctx) => showRegistration(ctx, { id })), {
      json,
      describe: describe,
    })
  })
}

function addDecisions(group: Command, withRegistrations: WithRegistrations, { print, note }: Output): void {
  addExamples(
    addFieldOptions(
      group
        .command('accept')
        .description('Turn a registration into a warranty; options correct or add fields')
        .argument('<id>', 'Id of the registration', readNumber)
        .option('--transfer', 'Give the warranty that has this HIN to the owner')
        .option('--json', 'Print the registration as JSON'),
      FIELDS,
    ),
    'transom registrations accept 7',
    'transom registrations accept 7 --hin HCX12345D526 --warranty-duration-months 36',
    'transom registrations accept 7 --transfer',
  ).action(async (id: number, { json, transfer, ...flags }: { json?: boolean; transfer?: true }) => {
    const fields = { ...readFields(FIELDS, flags), ...(transfer && { transfer }) } as Acceptance
    const { registration, warnings } = await withRegistrations((ctx) =>
      acceptRegistration(ctx, { id, fields }),
    )
    for (const { message } of warnings) note(message)
    const what = `registration ${id} is warranty ${registration.warranty_id} of ${registration.brand}`
    print(json ? toJson(registration) : `Accepted: ${what}.`)
  })

  addExamples(
    group
      .command('reject')
      .description('Reject a registration; the owner receives the reason by e-mail')
      .argument('<id>', 'Id of the registration', readNumber)
      .argument('<reason>', 'The reason')
      .option('--json', 'Print the registration as JSON'),
    'transom registrations reject 7 "This HIN is not one of our boats."',
  ).action(async (id: number, text: string, { json }: { json?: boolean }) => {
    const fields = { reason: text.trim() }
    const registration = await withRegistrations((ctx) => rejectRegistration(ctx, { id, fields }))
    print(json ? toJson(registration) : `Rejected: registration ${id} of ${registration.brand}.`)
  })
}

function describe({
  contact,
  consent,
  possible_duplicates,
  mismatches,
  ...record
}: ShownRegistration): string[] {
  const within = (fields: object) => describeRecord(fields).map((line) => `  ${line}`)
  return [
    ...describeRecord(record),
    'contact',
    ...within(contact),
    'consent',
    ...within(consent),
    'possible duplicates',
    ...possible_duplicates.map(
      ({ kind, id, hin, state, same }) => `  ${kind} ${id}, ${state}, ${hin}: same ${same.join(' and ')}`,
    ),
    ...(mismatches?.length ? ['not accepted without staff', ...mismatches.map((one) => `  ${one}`)] : []),
  ]
}
