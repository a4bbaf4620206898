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
import type { DealerContext } from '../context.ts'
import { createGroup } from '../operations/create-group.ts'
import { deleteGroup } from '../operations/delete-group.ts'
import { listDealers } from '../operations/list-dealers.ts'
import { listGroups } from '../operations/list-groups.ts'
import { showGroup } from '../operations/show-group.ts'
import { updateGroup } from '../operations/update-group.ts'

interface Flags {
  json?: boolean
}

const ID: Field[] = [{ name: 'id', kind: 'number', about: 'Id of the group; default: the next free id' }]

/** A group with more dealers shows the first ones. */
const MOST_SHOWN = 10_000

/** Adds `groups list|show|create|update|delete` to a program. */
export function registerGroupCommands(
  program: Command,
  withDealers: Opened<DealerContext>,
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
        .option('--search <text>', 'Only groups whose name contains this text')
        .option('--json', 'Print JSON'),
    ),
    'transom groups list --search tidewater',
  ).action(async ({ search, json, ...paging }: PageFlags & Flags & { search?: string }) => {
    const found = await withDealers((ctx) => listGroups(ctx, { ...paging, ...(search && { q: search }) }))
    printPage(output, found, {
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
    const { items, ...shown } = await withDealers(async (ctx) => {
      const found = await showGroup(ctx, reference)
      const members = await listDealers(ctx, { group: `id:${found.id}`, limit: MOST_SHOWN })
      return { ...found, ...members }
    })
    const dealers = items.map(({ id, dealer_code, name }) => ({ id, dealer_code, name }))
    const { pagination, ...group } = shown
    if (json) return print(toJson({ ...group, dealers }))
    print(`${group.name} (id ${group.id})`)
    for (const { id, dealer_code, name } of dealers) {
      print(`  ${[id, dealer_code, name].filter((part) => part !== '').join('  ')}`)
    }
    if (pagination.next_cursor) output.note(`There are more than ${MOST_SHOWN} dealers in the group.`)
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
    report(
      'Updated',
      await withDealers((ctx) => updateGroup(ctx, { reference, changes: { name: name.trim() } })),
      flags,
    )
  })

  addExamples(
    group
      .command('delete')
      .description('Delete a dealer group without dealers')
      .argument('<group>', 'Name or id')
      .option('--json', 'Print the group as JSON'),
    'transom groups delete "Tidewater Marine Group"',
  ).action(async (reference: string, flags: Flags) => {
    report('Deleted', await withDealers((ctx) => deleteGroup(ctx, { reference })), flags)
  })
}
