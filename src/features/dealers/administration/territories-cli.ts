import type { Command } from 'commander'
import type { Plan, WithAdministration } from '../../../platform/cli/administration.ts'
import { readCountry } from '../../../platform/cli/country.ts'
import { addExamples, commandGroup } from '../../../platform/cli/options.ts'
import { describeRecord, type Output, tabulate } from '../../../platform/cli/output.ts'
import { addPaging, describePage, type PageFlags } from '../../../platform/cli/paging.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { findBrandId } from '../../brands/index.ts'
import { findDealer } from './find.ts'
import type { TerritoryFilter } from './queries.ts'
import * as territories from './territories.ts'

interface ListFlags extends PageFlags {
  brand?: string
  country?: string
  dealer?: string
  prefix?: string
  json?: boolean
}

interface AreaFlags {
  brand: string
  country: string
  json?: boolean
}

/** Adds `territories list|show|create|update|remove` to a program. */
export function registerTerritoryCommands(
  program: Command,
  withAdministration: WithAdministration,
  output: Output,
): void {
  const group = commandGroup(program, 'territories', 'which postal codes belong to which dealer')
  const change = changing(withAdministration, output)
  addList(group, withAdministration, output)
  addShow(group, withAdministration, output)
  addAssignments(group, change)
  addRemove(group, change)
}

function addList(group: Command, withAdministration: WithAdministration, { print, note }: Output): void {
  addExamples(
    addPaging(
      group
        .command('list')
        .description('territories, by brand, country and code')
        .option('--brand <brand>', 'only those of this brand: slug or id')
        .option('--country <country>', 'only those in this country: code or English name', readCountry)
        .option('--dealer <dealer>', 'only those of this dealer: code or id')
        .option('--prefix <text>', 'only codes that begin so')
        .option('--json', 'as JSON'),
    ),
    'transom territories list --dealer HC-015',
    'transom territories list --brand harbor-craft --country US --prefix 75',
  ).action(async (flags: ListFlags) => {
    const found = await withAdministration(async ({ db }) =>
      territories.listTerritories(db.read, await readFilter(db.read, flags), flags),
    )
    const { page, limit, json } = flags
    if (json) return print(JSON.stringify({ territories: found.rows, page, limit, total: found.total }))
    if (found.total === 0) return print('No territory.')
    const lines = tabulate(
      ['brand', 'country', 'code', 'dealer', 'id', 'name'],
      found.rows.map((row) => [
        ...[row.brand, row.country, row.postal_code],
        ...[row.dealer_code, row.dealer_id, row.dealer_name],
      ]),
    )
    for (const line of lines) print(line)
    const where = describePage(flags, found)
    if (where) note(where)
  })
}

function addShow(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(
    addToArea(group, 'show', 'whose a postal code is, by itself or by how it begins').argument(
      '<code>',
      'postal code',
    ),
    'transom territories show 75067 --brand harbor-craft',
    'transom territories show "K1A 0B1" --brand harbor-craft --country CA',
  ).action(async (code: string, { brand, country, json }: AreaFlags) => {
    const shown = await withAdministration(({ db }) =>
      territories.showTerritory(db.read, brand, country, code),
    )
    if (json) return print(JSON.stringify(shown))
    for (const line of describeRecord(shown)) print(line)
  })
}

function addAssignments(group: Command, change: Change): void {
  const assignments = [
    {
      name: 'create',
      about: 'give postal codes that belong to nobody to a dealer',
      done: 'Created',
      plan: territories.planNewTerritories,
    },
    {
      name: 'update',
      about: 'give postal codes that belong to somebody to another dealer',
      done: 'Updated',
      plan: territories.planTerritories,
    },
  ]
  for (const { name, about, done, plan } of assignments) {
    addExamples(
      addToCodes(group, name, about).requiredOption('--dealer <dealer>', 'the dealer: code or id'),
      `transom territories ${name} 75067 750 --brand harbor-craft --dealer HC-015`,
      `transom territories ${name} K1A "K2B 8J6" --brand harbor-craft --country CA --dealer HC-020`,
    ).action(async (texts: string[], flags: AreaFlags & { dealer: string }) => {
      const { dealer, json, ...area } = flags
      const codes = territories.readCodes(area.country, texts)
      await change((reader) => plan(reader, { ...area, codes }, dealer), done, { codes, json })
    })
  }
}

function addRemove(group: Command, change: Change): void {
  addExamples(
    addToCodes(group, 'remove', 'let postal codes belong to nobody'),
    'transom territories remove 75067 750 --brand harbor-craft',
  ).action(async (texts: string[], { json, ...area }: AreaFlags) => {
    const codes = territories.readCodes(area.country, texts)
    await change((reader) => territories.planNoTerritories(reader, { ...area, codes }), 'Removed', {
      codes,
      json,
    })
  })
}

/** Adds a command on postal codes of one brand and country. */
function addToArea(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .requiredOption('--brand <brand>', 'the brand: slug or id')
    .option('--country <country>', 'code or English name', readCountry, 'US')
    .option('--json', 'as JSON')
}

function addToCodes(group: Command, name: string, about: string): Command {
  return addToArea(group, name, about).argument('<codes...>', 'postal codes, or their first three characters')
}

type Change = ReturnType<typeof changing>

/** Makes what carries a plan out, and says how many it was about. */
function changing(withAdministration: WithAdministration, { print, note }: Output) {
  return async (plan: Plan, done: string, { codes, json }: { codes: string[]; json?: boolean }) => {
    const { notes } = await withAdministration(({ change }) => change(plan))
    for (const text of notes) note(`Note: ${text}.`)
    print(json ? JSON.stringify({ [done.toLowerCase()]: codes }) : `${done}: ${codes.join(', ')}.`)
  }
}

async function readFilter(reader: Reader, flags: ListFlags): Promise<TerritoryFilter> {
  const { brand, country, dealer, prefix } = flags
  return {
    brandId: brand === undefined ? undefined : await findBrandId(reader, brand),
    country,
    dealerId: dealer === undefined ? undefined : (await findDealer(reader, dealer)).id,
    prefix,
  }
}
