import { type Command, Option } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  commandGroup,
  type Field,
  readFields,
  readNumber,
  requireChange,
} from '../../platform/cli/options.ts'
import { type Output, printList, printRecord, reportNothing, toJson } from '../../platform/cli/output.ts'
import { readMoment } from '../../platform/cli/timestamps.ts'
import { type Micros, toIsoMicros } from '../../platform/clock.ts'
import type { EventCommandContext } from './context.ts'
import type { EndpointView } from './endpoint-view.ts'
import { changeEndpointSecret } from './operations/change-endpoint-secret.ts'
import { createEndpoint } from './operations/create-endpoint.ts'
import { deleteEndpoint } from './operations/delete-endpoint.ts'
import { listEndpoints } from './operations/list-endpoints.ts'
import { type EventFilter, listEvents } from './operations/list-events.ts'
import { replayEvents } from './operations/replay-events.ts'
import { showEndpoint } from './operations/show-endpoint.ts'
import { showEvent } from './operations/show-event.ts'
import { testEndpoint } from './operations/test-endpoint.ts'
import { updateEndpoint } from './operations/update-endpoint.ts'
import type { EndpointChanges, NewEndpoint } from './schemas.ts'

type WithEvents = Opened<EventCommandContext>

interface Flags {
  json?: boolean
}

const FIELDS: Field[] = [
  { name: 'brands', kind: 'list', about: 'Brands whose events the endpoint receives: slugs or ids' },
  { name: 'event_types', kind: 'list', about: 'Types that the endpoint receives; default: * for all' },
  { name: 'description', kind: 'text', about: 'Purpose of the endpoint', nullable: true },
  { name: 'active', kind: 'flag', about: 'Whether the endpoint receives events' },
]
const CHANGED_FIELDS: Field[] = [{ name: 'url', kind: 'text', about: 'New address' }, ...FIELDS]

/** Adds `event-endpoints …` to a program. */
export function registerEndpointCommands(program: Command, withEvents: WithEvents, output: Output): void {
  const group = commandGroup(program, 'event-endpoints', 'Manage the addresses that events are sent to')
  addReading(group, withEvents, output)
  addChanging(group, withEvents, output)
  addSending(group, withEvents, output)
}

function addReading(group: Command, withEvents: WithEvents, output: Output): void {
  addExamples(
    group
      .command('list')
      .description('List event endpoints')
      .option('--brand <brand>', 'Only this brand: slug or id')
      .option('--json', 'Print JSON'),
    'transom event-endpoints list',
  ).action(async ({ json, brand }: Flags & { brand?: string }) => {
    const request = { limit: 10_000, ...(brand !== undefined && { brand }) }
    const { items } = await withEvents((ctx) => listEndpoints(ctx, request))
    printList(output, items, {
      ...{ json, name: 'event_endpoints', noun: 'event endpoints' },
      columns: {
        id: ({ id }) => id,
        url: ({ url }) => URL.parse(url)?.host,
        brands: ({ brands }) => brands.join(', '),
        types: ({ event_types }) => event_types.join(', '),
        state: ({ active, disabled_at }) => (active ? 'active' : disabled_at ? 'switched off' : 'inactive'),
        'failing since': ({ failing_since }) => failing_since,
      },
    })
  })
  addExamples(
    withId(group.command('show').description('Show an event endpoint without its secrets')),
    'transom event-endpoints show 3',
  ).action(async (id: number, { json }: Flags) => {
    printRecord(output, await withEvents((ctx) => showEndpoint(ctx, { id })), { json })
  })
}

function addChanging(group: Command, withEvents: WithEvents, output: Output): void {
  addExamples(
    addFieldOptions(
      group
        .command('create')
        .description('Create an event endpoint; its secret is shown once')
        .argument('<url>', 'Address that events are sent to')
        .option('--json', 'Print the endpoint as JSON, with its secret'),
      FIELDS,
    ),
    'transom event-endpoints create https://example.com/events --brands harbor-craft',
    'transom event-endpoints create https://example.com/leads --brands harbor-craft --event-types lead.received,lead.failed',
  ).action(async (url: string, { json, ...flags }: Flags) => {
    const input = { brands: [], ...readFields(FIELDS, { ...flags }), url } as NewEndpoint
    report(output, 'Created', await withEvents((ctx) => createEndpoint(ctx, input)), json)
  })
  addExamples(
    addFieldOptions(withId(group.command('update').description('Change an event endpoint')), CHANGED_FIELDS),
    'transom event-endpoints update 3 --active true',
  ).action(async (id: number, { json, ...flags }: Flags) => {
    requireChange(flags)
    const changes = readFields(CHANGED_FIELDS, { ...flags }) as EndpointChanges
    report(output, 'Changed', await withEvents((ctx) => updateEndpoint(ctx, { id, changes })), json)
  })
  addExamples(
    withId(group.command('delete').description('Delete an event endpoint; its pending deliveries fail')),
    'transom event-endpoints delete 3',
  ).action(async (id: number, { json }: Flags) => {
    report(output, 'Deleted', await withEvents((ctx) => deleteEndpoint(ctx, { id })), json)
  })
  addExamples(
    withId(
      group.command('secret').description('Generate the secret that signs events, or drop the previous one'),
    ).addOption(
      new Option('--action <action>', 'With rotate, the previous secret also signs until it is dropped')
        .choices(['rotate', 'drop_previous'])
        .makeOptionMandatory(),
    ),
    'transom event-endpoints secret 3 --action rotate',
  ).action(async (id: number, { json, action }: Flags & { action: 'rotate' | 'drop_previous' }) => {
    report(output, 'Changed', await withEvents((ctx) => changeEndpointSecret(ctx, { id, action })), json)
  })
}

function addSending(group: Command, withEvents: WithEvents, { print, exit }: Output): void {
  addExamples(
    withId(group.command('test').description('Send a test event now')),
    'transom event-endpoints test 3',
  ).action(async (id: number, { json }: Flags) => {
    const result = await withEvents((ctx) => testEndpoint(ctx, { id }))
    if (json) print(toJson(result))
    else print(result.ok ? `Accepted in ${result.duration_ms} ms.` : `Failed: ${result.error}`)
    if (!result.ok) exit(1)
  })
  addExamples(
    withId(
      group.command('replay').description('Send the events of a period, or some by id, to an endpoint again'),
    )
      .option('--from <time>', 'Beginning: 2h, 7d (ago), 2026-05-01, 2026-05-01T12:00:00Z')
      .option('--to <time>', 'End; default: now')
      .option('--types <list>', 'Only these types, separated by commas')
      .option('--events <ids>', 'These events instead of a time, separated by commas', readNumbers)
      .option('--dry-run', 'Count them without sending'),
    'transom event-endpoints replay 3 --from 2026-05-01 --types lead.received',
    'transom event-endpoints replay 3 --events 4711,4712',
  ).action(async (id: number, { json, types, dryRun, from, to, ...flags }: Flags & ReplayFlags) => {
    const chosen = { ...flags, ...(types && { types: types.split(',') }), dry_run: dryRun === true }
    const result = await withEvents((ctx) => {
      const now = ctx.clock.now()
      const period = {
        ...(from !== undefined && { from: timeOf('--from', from, now) }),
        ...(to !== undefined && { to: timeOf('--to', to, now) }),
      }
      return replayEvents(ctx, { id, ...chosen, ...period })
    })
    const done = dryRun ? 'events would be sent again' : 'events are sent again'
    print(json ? toJson(result) : `${result.replayed} ${done}.`)
  })
}

interface ReplayFlags {
  from?: string
  to?: string
  types?: string
  events?: number[]
  dryRun?: boolean
}

function timeOf(option: string, text: string, now: Micros): string {
  return toIsoMicros(readMoment(option, text, now) ?? now)
}

function readNumbers(text: string): number[] {
  return text.split(',').map((one) => readNumber(one.trim()))
}

/** Adds `events list|show` to a program. */
export function registerFeedCommand(program: Command, withEvents: WithEvents, output: Output): void {
  const group = commandGroup(program, 'events', 'Read the feed of events')
  addExamples(
    group
      .command('list')
      .description('List events of the last 30 days, oldest first')
      .option('--after <id>', 'Only after this event', readNumber)
      .option('--newest', 'List the newest events first')
      .option('--before <id>', 'Only before this event, the newest first', readNumber)
      .option('--types <list>', 'Only these types, separated by commas')
      .option('--brand <brand>', 'Only of this brand')
      .option('--limit <number>', 'Show up to this many, at most 200', readNumber, 50)
      .option('--json', 'Print JSON'),
    'transom events list --types lead.received --json',
    'transom events list --newest --limit 10',
  ).action(async ({ json, newest, ...flags }: Flags & EventFilter & { newest?: boolean }) => {
    const filter = { ...(newest && { before: 0 }), ...flags }
    const { events } = await withEvents((ctx) => listEvents(ctx, filter))
    if (json) output.print(toJson(events))
    else if (events.length > 0) {
      printList(output, events, {
        ...{ json: false, name: 'events', noun: 'events' },
        columns: {
          id: ({ id }) => id,
          at: ({ timestamp }) => timestamp,
          type: ({ type }) => type,
          brand: ({ brand_id }) => brand_id,
        },
      })
    }
    if (events.length === 0) reportNothing(output, 'events')
  })
  addExamples(
    group
      .command('show')
      .description('Show an event with its data')
      .argument('<id>', 'Id of the event', readNumber)
      .option('--json', 'Print JSON'),
    'transom events show 4711',
  ).action(async (id: number, { json }: Flags) => {
    const { data, ...event } = await withEvents((ctx) => showEvent(ctx, { id }))
    if (json) return output.print(toJson({ ...event, data }))
    printRecord(output, { ...event, data: JSON.stringify(data) }, { json: false })
  })
}

function withId(command: Command): Command {
  return command.argument('<id>', 'Id of the endpoint', readNumber).option('--json', 'Print JSON')
}

function report(
  { print }: Output,
  done: string,
  { secret, ...endpoint }: EndpointView & { secret?: string },
  json: boolean | undefined,
): void {
  if (json) print(toJson({ ...endpoint, ...(secret && { secret }) }))
  else {
    print(`${done}: event endpoint ${endpoint.id} (${URL.parse(endpoint.url)?.host}).`)
    if (secret) print(`Its secret, which is not shown again: ${secret}`)
  }
}
