import { type Command, Option } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup, readNumber } from '../../platform/cli/options.ts'
import { type Output, reportNothing, toJson } from '../../platform/cli/output.ts'
import { printFound } from '../../platform/cli/print-found.ts'
import { addExportOptions, type ExportFlags, runExport } from '../../platform/cli/run-export.ts'
import { readMoment } from '../../platform/cli/timestamps.ts'
import { findDealer } from '../dealers/index.ts'
import type { LeadAdministration } from './context.ts'
import { describeLead, tabulateLeads } from './format.ts'
import { assignLead } from './operations/assign-lead.ts'
import { exportLeads } from './operations/export-leads.ts'
import { type LeadFilter, listLeads } from './operations/list-leads.ts'
import { noteLead } from './operations/note-lead.ts'
import { resendLead } from './operations/resend-lead.ts'
import { showLead } from './operations/show-lead.ts'
import { STATES } from './queries.ts'

type WithLeads = Opened<LeadAdministration>

interface FilterFlags {
  brand?: string
  search?: string
  category?: string
  state?: string
  dealer?: string
  since?: string
  until?: string
}

const DEFAULT_LIMIT = 50

/** Adds `leads list`, `show` and `export` to a program. */
export function registerLeadCommands(program: Command, withLeads: WithLeads, output: Output): void {
  const leads = commandGroup(program, 'leads', 'List, show, export and assign leads')
  addList(leads, withLeads, output)
  addShow(leads, withLeads, output)
  addExport(leads, withLeads, output)
  addDesk(leads, withLeads, output)
}

function addList(leads: Command, withLeads: WithLeads, output: Output): void {
  const { print, note } = output
  addExamples(
    addFilters(leads.command('list').description('List the newest leads'))
      .option('--limit <number>', 'Show up to this many', readNumber, DEFAULT_LIMIT)
      .option('--json', 'Print JSON')
      .addHelpText('after', '\nExit code 2: nothing was found.'),
    'transom leads list',
    'transom leads list --brand harbor-craft --category trade_in --since 2026-05-01 --json',
  ).action(async ({ limit, json, ...flags }: FilterFlags & { limit: number; json?: boolean }) => {
    const { items: found, pagination } = await withLeads(async (ctx) =>
      listLeads(ctx, { ...(await readFilter(ctx, flags)), limit }),
    )
    if (json) print(toJson(found))
    else if (found.length > 0) for (const line of tabulateLeads(found)) print(line)
    if (pagination.next_cursor !== null) note(`There are more than ${limit} leads. To see more, set --limit.`)
    if (found.length === 0) reportNothing(output, 'leads')
  })
}

function addShow(leads: Command, withLeads: WithLeads, output: Output): void {
  addExamples(
    leads
      .command('show')
      .description('Show a lead with its dealer and the reason, its consent record and its deliveries')
      .argument('<id>', 'Id of the lead, as in the list', readNumber)
      .option('--json', 'Print JSON')
      .addHelpText('after', '\nExit code 2: there is no such lead.'),
    'transom leads show 17',
  ).action(async (id: number, { json }: { json?: boolean }) => {
    await printFound(output, () => withLeads((ctx) => showLead(ctx, { id })), {
      json,
      describe: describeLead,
    })
  })
}

function addExport(leads: Command, withLeads: WithLeads, output: Output): void {
  addExamples(
    addExportOptions(
      addFilters(
        leads.command('export').description('Export leads as of one moment, brand by brand, oldest first'),
      ).option('--limit <number>', 'Export up to this many', readNumber),
    ).addHelpText('after', '\nA cell that a spreadsheet would run as a formula begins with a quote.'),
    'transom leads export --brand harbor-craft --since 2026-05-01 --until 2026-06-01 --output may.csv',
    'transom leads export --format ndjson | gzip > leads.ndjson.gz',
  ).action(async (flags: ExportFlags & FilterFlags & { limit?: number }) => {
    await withLeads(async (ctx) => {
      const { format, limit } = flags
      const filter = await readFilter(ctx, flags)
      const listParts = await exportLeads(ctx, { ...filter, format, ...(limit ? { limit } : {}) })
      await runExport(ctx.db, 'Leads', listParts, flags, output)
    })
  })
}

function addDesk(leads: Command, withLeads: WithLeads, { print }: Output): void {
  addExamples(
    leads
      .command('assign')
      .description('Give a lead to a dealer, who is notified by e-mail')
      .argument('<id>', 'Id of the lead', readNumber)
      .requiredOption('--dealer <dealer>', 'An active dealer of the brand: code, id or exact name'),
    'transom leads assign 17 --dealer HC-015',
  ).action(async (id: number, { dealer: reference }: { dealer: string }) => {
    const { dealer } = await withLeads(async (ctx) => {
      const { id: dealer_id } = await findDealer(ctx.db.read, ctx.principal, reference)
      return assignLead(ctx, { id, dealer_id })
    })
    print(`Assigned: lead ${id} to ${dealer?.name} (id ${dealer?.id}).`)
  })

  addExamples(
    leads
      .command('resend')
      .description('Send a lead to the CRM or to its dealer again, as a new message')
      .argument('<id>', 'Id of the lead', readNumber)
      .addOption(
        new Option('--to <recipient>', 'Recipient of the lead')
          .choices(['crm', 'dealer'])
          .makeOptionMandatory(),
      ),
    'transom leads resend 17 --to crm',
  ).action(async (id: number, { to }: { to: 'crm' | 'dealer' }) => {
    await withLeads((ctx) => resendLead(ctx, { id, to }))
    print(`Queued: lead ${id} to the ${to === 'crm' ? 'CRM' : 'dealer'}.`)
  })

  addExamples(
    leads
      .command('note')
      .description('Add a note to a lead')
      .argument('<id>', 'Id of the lead', readNumber)
      .argument('<text>', 'The note'),
    'transom leads note 17 "Called back on Friday"',
  ).action(async (id: number, text: string) => {
    await withLeads((ctx) => noteLead(ctx, { id, text: text.trim() }))
    print(`Added a note to lead ${id}.`)
  })
}

function addFilters(command: Command): Command {
  return command
    .option('--search <text>', 'Only with a name, e-mail address or phone number that begins with this text')
    .option('--state <state>', `Only in this state: ${STATES.join(', ')}`)
    .option('--dealer <dealer>', 'Only this dealer: code, id or exact name')
    .option('--brand <brand>', 'Only this brand: slug or id')
    .option('--category <category>', 'Only this contact_category')
    .option('--since <time>', 'Received since: 30m, 2h, 7d, 2026-05-01, 2026-05-01T12:00:00Z')
    .option('--until <time>', 'Received before')
}

async function readFilter(
  { db, clock, principal }: LeadAdministration,
  { since, until, search, brand, category, state, dealer }: FilterFlags,
): Promise<LeadFilter> {
  const now = clock.now()
  const filter = {
    q: search,
    brand,
    category,
    state,
    dealer: dealer === undefined ? undefined : (await findDealer(db.read, principal, dealer)).id,
    since: readMoment('--since', since, now),
    until: readMoment('--until', until, now),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}
