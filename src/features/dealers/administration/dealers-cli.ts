import { type Command, Option } from 'commander'
import type { Plan, WithAdministration } from '../../../platform/cli/administration.ts'
import { readCountry } from '../../../platform/cli/country.ts'
import {
  addExamples,
  addFieldOptions,
  commandGroup,
  type Field,
  readFields,
} from '../../../platform/cli/options.ts'
import { describeRecord, type Output, tabulate } from '../../../platform/cli/output.ts'
import { addPaging, describePage, type PageFlags } from '../../../platform/cli/paging.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { findBrandId } from '../../brands/index.ts'
import { DEALER_FIELDS, NEW_DEALER_FIELDS } from './dealer-fields.ts'
import * as dealers from './dealers.ts'
import { findGroup } from './find.ts'
import type { DealerFilter } from './queries.ts'

interface ListFlags extends PageFlags {
  brand?: string
  group?: string
  country?: string
  search?: string
  active?: boolean
  inactive?: boolean
  approximate?: boolean
  withoutPoint?: boolean
  json?: boolean
}

type SaveFlags = dealers.BrandChanges & { json?: boolean }

const BRAND_CHANGES: Field[] = [
  { name: 'add_brands', kind: 'list', about: 'brands it carries besides' },
  { name: 'remove_brands', kind: 'list', about: 'brands it carries no longer' },
]

/** Adds `dealers list|show|create|update|deactivate|activate` to a program. */
export function registerDealerCommands(
  program: Command,
  withAdministration: WithAdministration,
  output: Output,
): void {
  const group = commandGroup(program, 'dealers', 'dealers, as the locator shows them and as leads find them')
  const change = changing(withAdministration, output)
  addList(group, withAdministration, output)
  addShow(group, withAdministration, output)
  addCreate(group, change)
  addUpdate(group, change)
  addSwitches(group, change)
}

function addList(group: Command, withAdministration: WithAdministration, { print, note }: Output): void {
  addExamples(
    addPaging(
      group
        .command('list')
        .description('dealers, by id')
        .option('--brand <brand>', 'only those that carry this brand: slug or id')
        .option('--group <group>', 'only those of this dealer group: name or id')
        .option('--country <country>', 'only those in this country: code or English name', readCountry)
        .option(
          '--search <text>',
          'only those that have each of its words in their names, code, e-mail address, city or postal code',
        )
        .addOption(new Option('--active', 'only active ones').conflicts('inactive'))
        .option('--inactive', 'only inactive ones')
        .option('--approximate', 'only those whose point is that of their postal code')
        .option('--without-point', 'only those without a point, which the locator cannot show')
        .option('--json', 'as JSON, with all fields'),
    ),
    'transom dealers list --brand harbor-craft --country US --search "marine lewisville"',
    'transom dealers list --without-point',
    'transom dealers list --limit 10000 --page 2 --json',
  ).action(async (flags: ListFlags) => {
    const page = await withAdministration(async ({ db }) =>
      dealers.listDealers(db.read, await readFilter(db.read, flags), flags),
    )
    const { page: number, limit } = flags
    if (flags.json) {
      return print(JSON.stringify({ dealers: page.rows, page: number, limit, total: page.total }))
    }
    if (page.total === 0) return print('No dealer.')
    const lines = tabulate(
      ['id', 'code', 'name', 'city', 'state', 'country', 'active', 'point', 'brands'],
      page.rows.map((dealer) => [
        ...[dealer.id, dealer.dealer_code, dealer.name, dealer.city, dealer.state, dealer.country],
        ...[dealer.active, pointOf(dealer), dealer.brands],
      ]),
    )
    for (const line of lines) print(line)
    const where = describePage(flags, page)
    if (where) note(where)
  })
}

function addShow(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(
    addToDealer(group, 'show', 'a dealer'),
    'transom dealers show HC-015',
    'transom dealers show id:15 --json',
  ).action(async (reference: string, { json }: SaveFlags) => {
    const dealer = await withAdministration(({ db }) => dealers.showDealer(db.read, reference))
    if (json) return print(JSON.stringify(dealer))
    const { approximate: _, ...fields } = dealer
    for (const line of describeRecord({ ...fields, point: pointOf(dealer) })) print(line)
  })
}

function addCreate(group: Command, change: Change): void {
  addExamples(
    addFieldOptions(
      group.command('create').description('a new dealer').option('--json', 'print the dealer as JSON'),
      NEW_DEALER_FIELDS,
    ),
    'transom dealers create --dealer-code HC-016 --name "Tidewater Marine" --country US --postal-code 75067 --brands harbor-craft',
    'transom dealers create --name "Nordsee Boote" --country DE --latitude 53.55 --longitude 9.99 --brands harbor-craft',
  ).action(async (flags: SaveFlags) => {
    const fields = readFields(NEW_DEALER_FIELDS, { ...flags })
    await change((reader) => dealers.planNewDealer(reader, fields), 'Created', flags.json)
  })
}

function addUpdate(group: Command, change: Change): void {
  addExamples(
    addFieldOptions(addToDealer(group, 'update', 'change a dealer; what is not given stays'), [
      ...DEALER_FIELDS,
      ...BRAND_CHANGES,
    ]).option('--approximate', "back to the postal code's point, in place of the dealer's own or none"),
    'transom dealers update HC-015 --phone "+1 972 555 0100" --website https://tidewater.example',
    'transom dealers update HC-015 --add-brands northwind',
    'transom dealers update HC-015 --address "9 Lake Road" --postal-code 75067 --approximate',
  ).action(async (reference: string, flags: SaveFlags & { approximate?: true }) => {
    const { approximate } = flags
    const fields = { ...readFields(DEALER_FIELDS, { ...flags }), ...(approximate && { approximate }) }
    const brands = { addBrands: flags.addBrands, removeBrands: flags.removeBrands }
    if (Object.keys(fields).length === 0 && !brands.addBrands && !brands.removeBrands) {
      throw new AppError('VALIDATION_ERROR', 'Say what: --help lists the fields.')
    }
    await change((reader) => dealers.planDealer(reader, reference, fields, brands), 'Updated', flags.json)
  })
}

function addSwitches(group: Command, change: Change): void {
  const switches = [
    { name: 'deactivate', about: 'show a dealer no more; nothing of it is deleted', active: false },
    { name: 'activate', about: 'show a dealer again', active: true },
  ]
  for (const { name, about, active } of switches) {
    addExamples(addToDealer(group, name, about), `transom dealers ${name} HC-015`).action(
      async (reference: string, { json }: SaveFlags) => {
        const done = active ? 'Activated' : 'Deactivated'
        await change((reader) => dealers.planDealer(reader, reference, { active }), done, json)
      },
    )
  }
}

/** Adds a command on one dealer. */
function addToDealer(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .argument('<dealer>', 'code or id; code:7 and id:7 where both are numbers')
    .option('--json', 'print the dealer as JSON')
}

type Change = ReturnType<typeof changing>

/** Makes what carries a plan out, and says what has become of the dealer. */
function changing(withAdministration: WithAdministration, { print, note }: Output) {
  return (plan: Plan, done: string, json?: boolean) =>
    withAdministration(async ({ db, change }) => {
      const { dealers: changed, notes } = await change(plan)
      for (const text of notes) note(`Note: ${text}.`)
      const dealer = await dealers.showDealer(db.read, `id:${changed[0]!.id}`)
      if (json) return print(JSON.stringify(dealer))
      print(`${done}: ${[dealer.name, dealer.dealer_code].filter(Boolean).join(', ')} (id ${dealer.id}).`)
    })
}

async function readFilter(reader: Reader, flags: ListFlags): Promise<DealerFilter> {
  const { brand, group, country, search = '', active, inactive, approximate, withoutPoint } = flags
  return {
    brandId: brand === undefined ? undefined : await findBrandId(reader, brand),
    groupId: group === undefined ? undefined : (await findGroup(reader, group)).id,
    countryCode: country,
    active: active ? true : inactive ? false : undefined,
    approximate: approximate || undefined,
    placed: withoutPoint ? false : approximate ? true : undefined,
    words: search.split(/\s+/).filter(Boolean),
  }
}

interface Place {
  latitude: number | null
  longitude: number | null
  approximate: boolean
}

function pointOf({ latitude, longitude, approximate }: Place): string {
  if (latitude === null || longitude === null) return approximate ? 'unknown' : 'none'
  return approximate ? 'approximate' : 'own'
}
