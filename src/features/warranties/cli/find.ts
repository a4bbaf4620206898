import { type Command, Option } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import { addExamples, readNumber } from '../../../platform/cli/options.ts'
import { type ListView, type Output, printList, reportNothing, toJson } from '../../../platform/cli/output.ts'
import type { WarrantyContext } from '../context.ts'
import { type FindInput, findWarranties } from '../operations/find-warranties.ts'
import type { ExportedWarranty } from '../records/record.ts'
import { SYNC_STATUSES, WARRANTY_STATUSES } from '../schemas.ts'
import { findBrandId } from './arguments.ts'

const DEFAULT_LIMIT = 50

type Flags = Omit<FindInput, 'brandId'> & { brand?: string; json?: boolean }

export function addFind(warranties: Command, withWarranties: Opened<WarrantyContext>, output: Output): void {
  const { print, note } = output
  addExamples(
    warranties
      .command('find')
      .description('Find warranties by their fields or their current owners, newest first')
      .option('--hin <hin>', 'HIN or its beginning')
      .option('--email <address>', "Owner's e-mail address")
      .option('--phone <number>', "Owner's phone number or a part of it; only its digits are compared")
      .option('--name <name>', "Owner's name or a part of it")
      .option('--brand <brand>', 'Slug or id of the brand')
      .addOption(new Option('--status <status>', 'Status of the warranty').choices(WARRANTY_STATUSES))
      .addOption(new Option('--sync-status <status>', 'Status of the CRM sync').choices(SYNC_STATUSES))
      .option('--registered-from <date>', 'YYYY-MM-DD')
      .option('--registered-to <date>', 'YYYY-MM-DD, inclusive')
      .option('--limit <number>', 'Show up to this many', readNumber, DEFAULT_LIMIT)
      .option('--json', 'Print full records as JSON')
      .addHelpText('after', '\nExit code 2: nothing was found.'),
    'transom warranties find --email ada@example.com',
    'transom warranties find --name rivers --brand harbor-craft --registered-from 2025-01-01',
    'transom warranties find --sync-status failed --limit 1000 --json',
  ).action(async ({ brand, json, ...find }: Flags) => {
    const { warranties: found, hasMore } = await withWarranties(async (ctx) =>
      findWarranties(ctx, { ...find, brandId: await findBrandId(ctx, brand) }),
    )
    if (json) print(toJson(found))
    else if (found.length > 0) printList(output, found, VIEW)
    if (hasMore) note(`There are more than ${find.limit}. Show more with --limit.`)
    if (found.length === 0) reportNothing(output, VIEW.noun)
  })
}

const VIEW: ListView<ExportedWarranty> = {
  json: false,
  name: 'warranties',
  noun: 'warranties',
  columns: {
    hin: (one) => one.hin,
    brand: (one) => one.brand,
    status: (one) => one.warranty_status,
    registered: (one) => one.registration_date,
    boat: (one) => `${one.model_year} ${one.model}`,
    owner: ({ contact }) =>
      [`${contact.first_name} ${contact.last_name}`, contact.email, contact.phone].filter(Boolean).join(', '),
    CRM: ({ crm_sync }) => (crm_sync.status === 'not_configured' ? '' : crm_sync.status),
  },
}
