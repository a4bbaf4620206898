import type { Command } from 'commander'
import { readCountry } from '../../../platform/cli/country.ts'
import { hint } from '../../../platform/cli/describe-error.ts'
import type { Opened } from '../../../platform/cli/opened.ts'
import { addExamples, addPointer, commandGroup } from '../../../platform/cli/options.ts'
import { type Output, printRecord, toJson } from '../../../platform/cli/output.ts'
import { addPaging, type PageFlags, printPage } from '../../../platform/cli/paging.ts'
import { addExportOptions, type ExportFlags, runExport } from '../../../platform/cli/run-export.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { assignTerritories } from '../operations/assign-territories.ts'
import { exportTerritories } from '../operations/export-territories.ts'
import { listTerritories } from '../operations/list-territories.ts'
import { removeTerritories } from '../operations/remove-territories.ts'
import { showTerritory } from '../operations/show-territory.ts'

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

const DEALER = 'code, id or exact name'

/** Adds `territories list|show|create|update|remove|export` to a program. */
export function registerTerritoryCommands(
  program: Command,
  withDealers: Opened<OperationContext>,
  output: Output,
): void {
  const group = commandGroup(program, 'territories', 'Manage which postal codes belong to which dealer')

  addExamples(
    addPaging(
      group
        .command('list')
        .description('List territories by brand, country and postal code')
        .option('--brand <brand>', 'Only territories of this brand: slug or id')
        .option('--country <country>', 'Only territories in this country: code or English name', readCountry)
        .option('--dealer <dealer>', `Only territories of this dealer: ${DEALER}`)
        .option('--prefix <text>', 'Beginning of the postal codes')
        .option('--json', 'Print JSON'),
    ),
    'transom territories list --dealer HC-015',
    'transom territories list --brand harbor-craft --country US --prefix 75',
  ).action(async ({ json, ...flags }: ListFlags) => {
    const found = await withDealers((ctx) => listTerritories(ctx, flags))
    printPage(output, found, {
      ...{ json, name: 'territories', noun: 'territories' },
      columns: {
        brand: ({ brand }) => brand,
        country: ({ country }) => country,
        code: (territory) => territory.postal_code,
        dealer: (territory) => territory.dealer_code,
        id: (territory) => territory.dealer_id,
        name: (territory) => territory.dealer_name,
      },
    })
  })

  addExamples(
    addToArea(group, 'show', 'Show the dealer that a postal code or its prefix is assigned to').argument(
      '<code>',
      'Postal code',
    ),
    'transom territories show 75067 --brand harbor-craft',
    'transom territories show "K1A 0B1" --brand harbor-craft --country CA',
  ).action(async (code: string, { json = false, ...area }: AreaFlags) => {
    const shown = await withDealers((ctx) => showTerritory(ctx, { ...area, postal_codes: [code] }))
    printRecord(output, shown, { json })
  })

  for (const { name, about, done, reassign } of [
    { name: 'create', about: 'Assign free postal codes to a dealer', done: 'Created', reassign: false },
    { name: 'update', about: 'Assign postal codes to another dealer', done: 'Updated', reassign: true },
  ]) {
    addExamples(
      addToCodes(group, name, about).requiredOption('--dealer <dealer>', `The dealer: ${DEALER}`),
      `transom territories ${name} 75067 750 --brand harbor-craft --dealer HC-015`,
      `transom territories ${name} K1A "K2B 8J6" --brand harbor-craft --country CA --dealer HC-020`,
    ).action(async (postal_codes: string[], { json, ...flags }: AreaFlags & { dealer: string }) => {
      const advice = `Assign them to another with: ${output.self} territories update`
      const { codes, notes } = await withDealers((ctx) =>
        assignTerritories(ctx, { ...flags, postal_codes, reassign }),
      ).catch(hint('CONFLICT', advice))
      for (const text of notes) output.note(`Note: ${text}`)
      report(output, done, codes, json)
    })
  }

  addExamples(
    addToCodes(group, 'remove', 'Remove postal codes from their dealers'),
    'transom territories remove 75067 750 --brand harbor-craft',
  ).action(async (postal_codes: string[], { json, ...area }: AreaFlags) => {
    const { codes } = await withDealers((ctx) => removeTerritories(ctx, { ...area, postal_codes }))
    report(output, 'Removed', codes, json)
  })

  addExamples(
    addExportOptions(
      group
        .command('export')
        .description('Export territories as of one moment, to a file that `import` reads')
        .option('--brand <brand>', 'Slug or id of the only brand to export'),
    ),
    'transom territories export --brand harbor-craft --output territories.csv',
  ).action(async ({ brand, ...flags }: ExportFlags & { brand?: string }) => {
    await withDealers(async (ctx) => {
      const input = { format: flags.format, ...(brand !== undefined && { brand }) }
      await runExport(ctx.db, 'Territories', await exportTerritories(ctx, input), flags, output)
    })
  })

  addPointer(
    group,
    'delete',
    () => `There is no command "delete". Use: ${output.self} territories remove CODE --brand BRAND`,
  )
}

/** Adds a command on postal codes of one brand and country. */
function addToArea(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .requiredOption('--brand <brand>', 'The brand: slug or id')
    .option('--country <country>', 'Code or English name', readCountry, 'US')
    .option('--json', 'Print JSON')
}

function addToCodes(group: Command, name: string, about: string): Command {
  return addToArea(group, name, about).argument('<codes...>', 'Postal codes, or their first three characters')
}

function report({ print }: Output, done: string, codes: readonly string[], json?: boolean): void {
  print(json ? toJson({ [done.toLowerCase()]: codes }) : `${done}: ${codes.join(', ')}.`)
}
