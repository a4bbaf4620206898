import type { Command } from 'commander'
import { hint } from '../../../platform/cli/describe-error.ts'
import type { Opened } from '../../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  commandGroup,
  type Field,
  readFields,
} from '../../../platform/cli/options.ts'
import { type Output, toJson } from '../../../platform/cli/output.ts'
import { addPaging, type PageFlags, printPage } from '../../../platform/cli/paging.ts'
import { quote } from '../../../platform/cli/quote.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { createGroup } from '../operations/create-group.ts'
import { listGroups } from '../operations/list-groups.ts'
import { showGroup } from '../operations/show-group.ts'
import { updateGroup } from '../operations/update-group.ts'

interface Flags {
  json?: boolean
}

const ID: Field[] = [{ name: 'id', kind: 'number', about: 'Its id; default: the next free id' }]

/** Adds `groups list|show|create|update` to a program. */
export function registerGroupCommands(
  program: Command,
  withDealers: Opened<OperationContext>,
  output: Output,
): void {
  const group = commandGroup(program, 'groups', 'Manage dealer groups: companies with several dealers')
  const { print } = output
  const report = (done: string, saved: { id: number; name: string }, { json }: Flags) =>
    print(json ? toJson(saved) : `${done}: ${saved.name} (id ${saved.id}).`)

  addExamples(
    addPaging(
      group
        .command('list')
        .description('List dealer groups by id, with the number of their dealers')
        .option('--search <text>', 'Text in the name')
        .option('--json', 'Print JSON'),
    ),
    'transom groups list --search tidewater',
  ).action(async ({ search, json, ...paging }: PageFlags & Flags & { search?: string }) => {
    const found = await withDealers((ctx) => listGroups(ctx, { ...paging, search }))
    printPage(output, found, paging, {
      ...{ json, name: 'dealer_groups', noun: 'dealer groups' },
      columns: { id: ({ id }) => id, name: ({ name }) => name, dealers: ({ dealers }) => dealers },
    })
  })

  addExamples(
    group
      .command('show')
      .description('Show a dealer group and its dealers')
      .argument('<group>', 'Name or id')
      .option('--json', 'Print JSON'),
    'transom groups show "Tidewater Marine Group"',
  ).action(async (reference: string, { json }: Flags) => {
    const shown = await withDealers((ctx) => showGroup(ctx, reference))
    if (json) return print(toJson(shown))
    print(`${shown.name} (id ${shown.id})`)
    for (const { id, dealer_code, name } of shown.dealers) {
      print(`  ${[id, dealer_code, name].filter((part) => part !== '').join('  ')}`)
    }
  })

  addExamples(
    addFieldOptions(
      group
        .command('create')
        .description('Create a dealer group')
        .argument('<name>', 'Name of the group')
        .option('--json', 'Print the group as JSON'),
      ID,
    ),
    'transom groups create "Tidewater Marine Group"',
  ).action(async (given: string, flags: Flags) => {
    const input = { ...readFields(ID, { ...flags }), name: given.trim() }
    const advice = `Rename it with: ${output.self} groups update ${quote(input.name)} --name NAME`
    const saved = await withDealers((ctx) => createGroup(ctx, input)).catch(hint('CONFLICT', advice))
    report('Created', saved, flags)
  })

  addExamples(
    group
      .command('update')
      .description('Rename a dealer group')
      .argument('<group>', 'Name or id')
      .requiredOption('--name <text>', 'The new name')
      .option('--json', 'Print the group as JSON'),
    'transom groups update 10 --name "Tidewater Marine"',
  ).action(async (reference: string, { name, ...flags }: Flags & { name: string }) => {
    report('Updated', await withDealers((ctx) => updateGroup(ctx, { reference, name: name.trim() })), flags)
  })
}
