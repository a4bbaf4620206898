import { type Command, Option } from 'commander'
import { readCountry } from '../../../platform/cli/country.ts'
import { hint } from '../../../platform/cli/describe-error.ts'
import type { Opened } from '../../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  addPointer,
  commandGroup,
  readFields,
  requireChange,
} from '../../../platform/cli/options.ts'
import { type Output, printRecord, toJson } from '../../../platform/cli/output.ts'
import { addPaging, type PageFlags, printPage } from '../../../platform/cli/paging.ts'
import { quote } from '../../../platform/cli/quote.ts'
import { addExportOptions, type ExportFlags, runExport } from '../../../platform/cli/run-export.ts'
import type { DealerContext } from '../context.ts'
import { createDealer } from '../operations/create-dealer.ts'
import { exportDealers } from '../operations/export-dealers.ts'
import { listDealers } from '../operations/list-dealers.ts'
import { showDealer } from '../operations/show-dealer.ts'
import { updateDealer } from '../operations/update-dealer.ts'
import type { DealerView } from '../records/dealer-view.ts'
import type { SavedDealerView } from '../records/save-dealer.ts'
import { BRAND_CHANGES, DEALER_FIELDS, NEW_DEALER_FIELDS } from './dealer-options.ts'

interface ListFlags extends PageFlags {
  brand?: string
  group?: string
  country?: string
  search?: string
  active?: boolean
  inactive?: boolean
  approximate?: boolean
  withoutPoint?: boolean
  withoutEmail?: boolean
  state?: string
  far?: boolean
  bounds?: string
  sort?: 'id' | 'name'
  json?: boolean
}

interface SaveFlags {
  addBrands?: string[]
  removeBrands?: string[]
  approximate?: true
  json?: boolean
}

/** Adds `dealers list|show|create|update|deactivate|activate|export` to a program. */
export function registerDealerCommands(
  program: Command,
  withDealers: Opened<DealerContext>,
  output: Output,
): void {
  const group = commandGroup(
    program,
    'dealers',
    'Manage the dealers that the locator lists and that receive leads',
  )

  addExamples(
    addPaging(
      group
        .command('list')
        .description('List dealers')
        .option('--brand <brand>', 'Only dealers of this brand: slug or id')
        .option('--group <group>', 'Only dealers of this group: name or id')
        .option('--country <country>', 'Only dealers in this country: code or English name', readCountry)
        .option('--state <state>', 'Only dealers in this state or province, as it is stored')
        .option('--search <text>', 'Words in names, code, e-mail address, city or postal code')
        .addOption(new Option('--active', 'Only active dealers').conflicts('inactive'))
        .option('--inactive', 'Only inactive dealers')
        .option('--approximate', 'Only dealers with the coordinates of their postal code')
        .option('--without-point', 'Only dealers without coordinates, which the locator cannot show')
        .option('--without-email', 'Only dealers without an e-mail address, which get no leads')
        .option('--far', 'Only dealers more than 100 miles from their postal code')
        .option('--bounds <w,s,e,n>', 'Only dealers on this part of the map: -98,32,-96,34')
        .addOption(new Option('--sort <order>', 'Order of the list; default: id').choices(['id', 'name']))
        .option('--json', 'Print JSON with all fields'),
    ),
    'transom dealers list --brand harbor-craft --country US --search "marine lewisville"',
    'transom dealers list --without-point',
    'transom dealers list --limit 10000 --page 2 --json',
  ).action(async ({ search, active, inactive, json, ...flags }: ListFlags) => {
    const { approximate, withoutPoint, withoutEmail, far, ...rest } = flags
    const filter = {
      ...(search !== undefined && { q: search }),
      ...(active || inactive ? { active: active ?? false } : {}),
      ...(approximate ? { approximate } : {}),
      ...(approximate || withoutPoint ? { without_point: withoutPoint ?? false } : {}),
      ...(withoutEmail && { without_email: true }),
      ...(far && { far_from_postal_code: true }),
    }
    const found = await withDealers((ctx) => listDealers(ctx, { ...rest, ...filter }))
    printPage(output, found, {
      ...{ json, name: 'dealers', noun: 'dealers' },
      columns: {
        id: ({ id }) => id,
        code: (dealer) => dealer.dealer_code,
        name: ({ name }) => name,
        city: ({ city }) => city,
        state: ({ state }) => state,
        country: ({ country }) => country,
        active: (dealer) => dealer.active,
        point: pointOf,
        brands: ({ brands }) => brands,
      },
    })
  })

  addExamples(
    addToDealer(group, 'show', 'Show a dealer'),
    'transom dealers show HC-015',
    'transom dealers show "Tidewater Marine" --json',
  ).action(async (reference: string, { json }: SaveFlags) => {
    const dealer = await withDealers((ctx) => showDealer(ctx, reference))
    const { approximate: _, ...fields } = dealer
    printRecord(output, json ? dealer : { ...fields, point: pointOf(dealer) }, { json: json ?? false })
  })

  addExamples(
    addFieldOptions(
      group.command('create').description('Create a dealer').option('--json', 'Print the dealer as JSON'),
      NEW_DEALER_FIELDS,
    ),
    'transom dealers create --dealer-code HC-016 --name "Tidewater Marine" --country US --postal-code 75067 --brands harbor-craft',
    'transom dealers create --name "Nordsee Boote" --country DE --latitude 53.55 --longitude 9.99 --brands harbor-craft',
  ).action(async ({ json, ...flags }: SaveFlags) => {
    const fields = readFields(NEW_DEALER_FIELDS, flags)
    const { dealer_code: code, id, name } = fields
    const advice = `Change it with: ${output.self} dealers update ${quote(String(code || (id ? `id:${id}` : name)))}`
    const saved = await withDealers((ctx) => createDealer(ctx, fields)).catch(hint('CONFLICT', advice))
    report(output, saved, { done: 'Created', json })
  })

  addExamples(
    addFieldOptions(addToDealer(group, 'update', 'Change a dealer; omitted fields keep their values'), [
      ...DEALER_FIELDS,
      ...BRAND_CHANGES,
    ]).option('--approximate', 'Use the coordinates of the postal code again'),
    'transom dealers update HC-015 --phone "+1 972 555 0100" --website https://tidewater.example',
    'transom dealers update HC-015 --add-brands northwind',
    'transom dealers update HC-015 --address "9 Lake Road" --postal-code 75067 --approximate',
  ).action(async (reference: string, { json, ...flags }: SaveFlags) => {
    requireChange(flags)
    const { approximate, addBrands, removeBrands } = flags
    const changes = { ...readFields(DEALER_FIELDS, { ...flags }), ...(approximate && { approximate }) }
    const change = {
      reference,
      changes,
      ...(addBrands && { addBrands }),
      ...(removeBrands && { removeBrands }),
    }
    report(output, await withDealers((ctx) => updateDealer(ctx, change)), { done: 'Updated', json })
  })

  for (const { name, about, done, active } of [
    {
      name: 'deactivate',
      about: 'Stop showing a dealer; it stays stored',
      done: 'Deactivated',
      active: false,
    },
    { name: 'activate', about: 'Show a dealer again', done: 'Activated', active: true },
  ]) {
    addExamples(addToDealer(group, name, about), `transom dealers ${name} HC-015`).action(
      async (reference: string, { json }: SaveFlags) => {
        const saved = await withDealers((ctx) => updateDealer(ctx, { reference, changes: { active } }))
        report(output, saved, { done, json })
      },
    )
  }

  addExamples(
    addExportOptions(
      group
        .command('export')
        .description('Export dealers as of one moment, by id, to a file that `import` reads')
        .option('--brand <brand>', 'Slug or id of the only brand to export'),
    ),
    'transom dealers export --brand harbor-craft --output dealers.csv',
  ).action(async ({ brand, ...flags }: ExportFlags & { brand?: string }) => {
    await withDealers(async (ctx) => {
      const input = { format: flags.format, ...(brand !== undefined && { brand }) }
      await runExport(ctx.db, 'Dealers', await exportDealers(ctx, input), flags, output)
    })
  })

  addPointer(group, 'delete', (dealer = 'CODE') => {
    const command = `${output.self} dealers deactivate ${quote(dealer)}`
    return `Dealers are not deleted, because leads and territories refer to them. Stop showing one with: ${command}`
  })
}

/** Adds a command on one dealer. */
function addToDealer(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .argument('<dealer>', 'Code, id or exact name; if 7 is ambiguous, write code:7, id:7 or name:7')
    .option('--json', 'Print the dealer as JSON')
}

function report(
  { print, note }: Output,
  { dealer, notes }: SavedDealerView,
  { done, json }: { done: string; json: boolean | undefined },
): void {
  for (const text of notes) note(`Note: ${text}`)
  const name = [dealer.name, dealer.dealer_code].filter(Boolean).join(', ')
  print(json ? toJson(dealer) : `${done}: ${name} (id ${dealer.id}).`)
}

function pointOf({ latitude, longitude, approximate }: DealerView): string {
  if (latitude === null || longitude === null) return approximate ? 'unknown' : 'none'
  return approximate ? 'approximate' : 'own'
}
