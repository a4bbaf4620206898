import { type Command, Option } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup, readNumber } from '../../platform/cli/options.ts'
import { type Output, printList, reportNothing, toJson } from '../../platform/cli/output.ts'
import type { Terminal } from '../../platform/cli/terminal.ts'
import { AppError } from '../../platform/errors.ts'
import {
  addFilterOptions,
  addStateOptions,
  type FilterOptions,
  readFilter,
  readState,
} from './cli-options.ts'
import { describeDelivery, describeStats, LIST } from './format.ts'
import { deliveryStats } from './operations/delivery-stats.ts'
import { countDeliveries, listDeliveries } from './operations/list-deliveries.ts'
import { type RetryContext, retryDeliveries, retryMatching } from './operations/retry-deliveries.ts'
import { sendTest, type TestContext } from './operations/send-test.ts'
import { showDelivery } from './operations/show-delivery.ts'

/** Up to this many are retried without confirmation. */
const FEW = 20

type WithDeliveries = Opened<RetryContext & TestContext>

/** Adds `deliveries list`, `show`, `retry`, `stats` and `test` to a program. */
export function registerDeliveryCommands(
  program: Command,
  withDeliveries: WithDeliveries,
  output: Output,
  terminal: Terminal,
): void {
  const deliveries = commandGroup(
    program,
    'deliveries',
    'List, show and retry messages to CRMs, lead webhooks and dealers',
  )
  addList(deliveries, withDeliveries, output)
  addShow(deliveries, withDeliveries, output)
  addRetry(deliveries, withDeliveries, terminal, output)
  addStats(deliveries, withDeliveries, output)
  addTest(deliveries, withDeliveries, output)
}

function addList(deliveries: Command, withDeliveries: WithDeliveries, output: Output): void {
  const command = addStateOptions(deliveries.command('list').description('List the newest deliveries'))
    .option('--limit <number>', 'Show up to this many', readNumber, 100)
    .option('--before <id>', 'Only older than this one: for the next page', readNumber)
    .option('--json', 'Print JSON')
    .addHelpText('after', '\nExit code 2: nothing was found.')
  addFilterOptions(command).action(
    async (options: FilterOptions & { limit: number; before?: number; json?: boolean }) => {
      const { limit, before } = options
      const { items: listed } = await withDeliveries((ctx) => {
        const filter = { ...readFilter(options, ctx.clock.now()), ...readState(options), limit }
        return listDeliveries(ctx, before === undefined ? filter : { ...filter, before })
      })
      if (options.json) output.print(toJson(listed))
      else if (listed.length > 0) printList(output, listed, LIST)
      if (listed.length === 0) reportNothing(output, LIST.noun)
    },
  )
  addExamples(
    command,
    'transom deliveries list --failed --since 2h',
    'transom deliveries list --brand harbor-craft --kind lead_webhook --status pending',
    'transom deliveries list --lane warranty:12 --json',
  )
}

function addShow(deliveries: Command, withDeliveries: WithDeliveries, { print }: Output): void {
  const command = deliveries
    .command('show')
    .description("Show a delivery, with all attempts and the receiver's responses")
    .argument('<id>', 'Id of the delivery, as in the list', readNumber)
    .option('--json', 'Print JSON')
    .action(async (id: number, { json }: { json?: boolean }) => {
      const shown = await withDeliveries((ctx) => showDelivery(ctx, { id }))
      if (json) print(toJson(shown))
      else for (const line of describeDelivery(shown)) print(line)
    })
  addExamples(command, 'transom deliveries show 17', 'transom deliveries show 17 --json')
}

type RetryOptions = FilterOptions & { allFailed?: boolean; yes?: boolean; json?: boolean }

function addRetry(
  deliveries: Command,
  withDeliveries: WithDeliveries,
  terminal: Terminal,
  { print, note, exit }: Output,
): void {
  const command = deliveries
    .command('retry')
    .description('Retry deliveries immediately, with their complete schedule')
    .argument('[ids...]', 'Ids of the deliveries, as in the list', readNumbers)
    .option('--failed', 'Retry failed deliveries that match the other options')
    .option('--all-failed', 'Retry all failed deliveries without confirmation')
    .option('--yes', `Do not ask for confirmation, even with more than ${FEW}`)
    .option('--json', 'Print JSON')
  addFilterOptions(command).action(async (ids: number[], options: RetryOptions) => {
    const { failed, allFailed, yes, json, ...filters } = options
    const narrowed = Object.keys(filters).length > 0
    const ways = [ids.length > 0, Boolean(failed), Boolean(allFailed)]
    if (ways.filter(Boolean).length !== 1 || (narrowed && !failed)) {
      const how = 'ids of deliveries, --failed with --kind, --brand, --since …, or --all-failed'
      throw new AppError('VALIDATION_ERROR', `Say which deliveries: ${how}.`)
    }
    if (ids.length > 0) return retryIds(ids, options)
    const count = await withDeliveries(async (ctx) => {
      const filter = readFilter(options, ctx.clock.now())
      if (!allFailed && !yes) {
        await confirm(await countDeliveries(ctx, { ...filter, state: 'failed' }))
      }
      return retryMatching(ctx, { filter })
    })
    print(json ? toJson({ retried: count }) : dueAgain(count))
  })
  addExamples(
    command,
    'transom deliveries retry 17 18',
    'transom deliveries retry --failed --brand harbor-craft --since 2h',
    'transom deliveries retry --failed --kind lead_webhook --yes --json',
  )

  async function retryIds(ids: number[], { json }: RetryOptions): Promise<void> {
    const retried = await withDeliveries((ctx) => retryDeliveries(ctx, { ids }))
    print(json ? toJson({ retried: retried.length, ids: retried }) : dueAgain(retried.length))
    const left = ids.filter((id) => !retried.includes(id))
    if (left.length === 0) return
    note(`Not retried, because unknown, delivered or being sent: ${left.join(', ')}.`)
    exit(1)
  }

  async function confirm(count: number): Promise<void> {
    if (count <= FEW) return
    if (!terminal.interactive) {
      throw new AppError('VALIDATION_ERROR', `This would retry ${count} deliveries. Add --yes to confirm.`)
    }
    const answer = await terminal.ask(`Try ${count} deliveries again? [y/N] `)
    if (!/^y(es)?$/i.test(answer)) throw new AppError('VALIDATION_ERROR', 'Nothing was changed.')
  }
}

function addTest(deliveries: Command, withDeliveries: WithDeliveries, { print, exit }: Output): void {
  const command = deliveries
    .command('test')
    .description("Send a test event to a brand's webhook or CRM, or a test mail, now")
    .argument('<brand>', 'Slug or id')
    .addOption(
      new Option('--target <target>', 'Receiver to test')
        .choices(['lead_webhook', 'warranty_crm', 'mail'])
        .makeOptionMandatory(),
    )
    .option('--to <address>', 'Recipient of the test mail')
    .option('--json', 'Print JSON')
    .action(async (reference: string, { json, ...input }: TestOptions) => {
      const result = await withDeliveries((ctx) => sendTest(ctx, { reference, ...input }))
      if (json) print(toJson(result))
      else print(result.ok ? `Accepted in ${result.duration_ms} ms.` : `Failed: ${result.error}`)
      if (!result.ok) exit(1)
    })
  addExamples(
    command,
    'transom deliveries test harbor-craft --target lead_webhook',
    'transom deliveries test harbor-craft --target mail --to me@example.com',
  )
}

interface TestOptions {
  target: 'lead_webhook' | 'warranty_crm' | 'mail'
  to?: string
  json?: boolean
}

function addStats(deliveries: Command, withDeliveries: WithDeliveries, { print }: Output): void {
  const command = deliveries
    .command('stats')
    .description('Count deliveries, and show how receivers performed in the last hour')
    .option('--json', 'Print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const stats = await withDeliveries(deliveryStats)
      if (json) print(toJson(stats))
      else for (const line of describeStats(stats)) print(line)
    })
  addExamples(command, 'transom deliveries stats', 'transom deliveries stats --json')
}

function readNumbers(text: string, before: number[] = []): number[] {
  return [...before, readNumber(text)]
}

function dueAgain(count: number): string {
  return count === 1 ? '1 delivery is due again.' : `${count} deliveries are due again.`
}
