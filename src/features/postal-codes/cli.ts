import type { Command } from 'commander'
import { readCountry } from '../../platform/cli/country.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup } from '../../platform/cli/options.ts'
import { type Output, printList, toJson } from '../../platform/cli/output.ts'
import type { OperationContext } from '../../platform/context.ts'
import { addImport } from './cli-import.ts'
import { listPostalCodes } from './operations/list-postal-codes.ts'
import { refreshPostalCode } from './operations/refresh-postal-code.ts'
import { removePostalCodes } from './operations/remove-postal-codes.ts'

interface CountryFlags {
  country: string
  json?: boolean
}

/**
 * Adds `postal-codes list|import|remove|forget` to a program.
 * @param withFirstAudited makes a database where there is none
 */
export function registerPostalCommands(
  program: Command,
  withAudited: Opened<OperationContext>,
  withFirstAudited: Opened<OperationContext>,
  output: Output,
): void {
  const group = commandGroup(program, 'postal-codes', 'Manage the locations of postal codes')
  addList(group, withAudited, output)
  addImport(group, withAudited, withFirstAudited, output)
  addRemove(group, withAudited, output)
  addForget(group, withAudited, output)
}

function addList(group: Command, withAudited: Opened<OperationContext>, output: Output): void {
  addExamples(
    group
      .command('list')
      .description('List the countries whose postal codes were imported')
      .option('--json', 'Print JSON'),
    'transom postal-codes list',
  ).action(async ({ json }: { json?: boolean }) => {
    const countries = await withAudited(listPostalCodes)
    printList(output, countries, {
      ...{ json, name: 'countries', noun: 'imported postal codes' },
      columns: { country: ({ country }) => country, codes: ({ codes }) => codes },
    })
  })
}

function addRemove(group: Command, withAudited: Opened<OperationContext>, { print }: Output): void {
  addExamples(
    addToCountry(group, 'remove', "Remove a country's imported codes"),
    'transom postal-codes remove --country DE',
  ).action(async ({ country, json }: CountryFlags) => {
    const removed = await withAudited((ctx) => removePostalCodes(ctx, { country }))
    if (json) return print(toJson({ country, removed }))
    print(
      `Removed: ${removed} postal codes of ${country}. Dealers placed at one of them move when they are next imported, applied or updated.`,
    )
  })
}

function addForget(group: Command, withAudited: Opened<OperationContext>, { print }: Output): void {
  addExamples(
    addToCountry(group, 'forget', 'Look up a postal code again with the geocoding service').argument(
      '<code>',
      'Postal code',
    ),
    'transom postal-codes forget 10115 --country DE',
  ).action(async (text: string, { country, json }: CountryFlags) => {
    const { code, provider, point } = await withAudited((ctx) =>
      refreshPostalCode(ctx, { country, code: text }),
    )
    if (json) return print(toJson({ country, code, provider, point }))
    const answer = point ? `placed at ${point.latitude}, ${point.longitude}` : 'did not know'
    print(`Forgotten: ${country} ${code}, which ${provider} ${answer}.`)
  })
}

/** Adds a command for the postal codes of one country. */
function addToCountry(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .requiredOption('--country <country>', 'Country: code or English name', readCountry)
    .option('--json', 'Print JSON')
}
