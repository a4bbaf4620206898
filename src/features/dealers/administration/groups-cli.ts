import type { Command } from 'commander'
import type { Plan, WithAdministration } from '../../../platform/cli/administration.ts'
import {
  addExamples,
  addFieldOptions,
  commandGroup,
  type Field,
  readFields,
} from '../../../platform/cli/options.ts'
import { type Output, tabulate } from '../../../platform/cli/output.ts'
import { addPaging, describePage, type PageFlags } from '../../../platform/cli/paging.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { findGroup } from './find.ts'
import * as queries from './queries.ts'

interface ListFlags extends PageFlags {
  search?: string
  json?: boolean
}

const ID: Field[] = [{ name: 'id', kind: 'number', about: 'the id it is to have; else the next one' }]

/** Adds `groups list|show|create|update` to a program. */
export function registerGroupCommands(
  program: Command,
  withAdministration: WithAdministration,
  output: Output,
): void {
  const group = commandGroup(program, 'groups', 'dealer groups: companies with several dealers')
  const change = changing(withAdministration, output)
  addList(group, withAdministration, output)
  addShow(group, withAdministration, output)
  addCreate(group, change)
  addUpdate(group, change)
}

function addList(group: Command, withAdministration: WithAdministration, { print, note }: Output): void {
  addExamples(
    addPaging(
      group
        .command('list')
        .description('dealer groups, by id, with the number of their dealers')
        .option('--search <text>', 'only those with this in their name')
        .option('--json', 'as JSON'),
    ),
    'transom groups list --search tidewater',
  ).action(async (flags: ListFlags) => {
    const all = await withAdministration(({ db }) => queries.listGroups(db.read))
    const wanted = flags.search?.toLowerCase() ?? ''
    const meant = all.filter(({ name }) => name.toLowerCase().includes(wanted))
    const { page, limit, json } = flags
    const rows = meant.slice((page - 1) * limit, page * limit)
    if (json) return print(JSON.stringify({ dealer_groups: rows, page, limit, total: meant.length }))
    if (meant.length === 0) return print('No group.')
    const lines = tabulate(
      ['id', 'name', 'dealers'],
      rows.map(({ id, name, dealers }) => [id, name, dealers]),
    )
    for (const line of lines) print(line)
    const where = describePage(flags, { rows, total: meant.length })
    if (where) note(where)
  })
}

function addShow(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(
    group
      .command('show')
      .description('a dealer group and its dealers')
      .argument('<group>', 'name or id')
      .option('--json', 'as JSON'),
    'transom groups show "Tidewater Marine Group"',
  ).action(async (reference: string, { json }: { json?: boolean }) => {
    const shown = await withAdministration(({ db }) => showGroup(db.read, reference))
    if (json) return print(JSON.stringify(shown))
    print(`${shown.name} (id ${shown.id})`)
    for (const { id, dealer_code, name } of shown.dealers) {
      print(`  ${[id, dealer_code, name].filter((part) => part !== '').join('  ')}`)
    }
  })
}

function addCreate(group: Command, change: Change): void {
  addExamples(
    addFieldOptions(
      group
        .command('create')
        .description('a new dealer group')
        .argument('<name>', 'its name')
        .option('--json', 'print the group as JSON'),
      ID,
    ),
    'transom groups create "Tidewater Marine Group"',
  ).action(async (given: string, flags: { json?: boolean }) => {
    const name = given.trim()
    const fields = { ...readFields(ID, { ...flags }), name }
    await change((reader) => planNewGroup(reader, fields), 'Created', {
      reference: () => `name:${name}`,
      json: flags.json,
    })
  })
}

function addUpdate(group: Command, change: Change): void {
  addExamples(
    group
      .command('update')
      .description('another name for a dealer group')
      .argument('<group>', 'name or id')
      .requiredOption('--name <text>', 'the new name')
      .option('--json', 'print the group as JSON'),
    'transom groups update 10 --name "Tidewater Marine"',
  ).action(async (reference: string, { name, json }: { name: string; json?: boolean }) => {
    let id: number
    const plan: Plan = async (reader) => {
      id = (await findGroup(reader, reference)).id
      return { dealer_groups: [{ id, name }] }
    }
    await change(plan, 'Updated', { reference: () => `id:${id}`, json })
  })
}

type Change = ReturnType<typeof changing>

/** Makes what carries a plan out, and says what has become of the group that `reference` then tells of. */
function changing(withAdministration: WithAdministration, { print }: Output) {
  return (plan: Plan, done: string, { reference, json }: { reference: () => string; json?: boolean }) =>
    withAdministration(async ({ db, change }) => {
      await change(plan)
      const saved = await findGroup(db.read, reference())
      print(json ? JSON.stringify(saved) : `${done}: ${saved.name} (id ${saved.id}).`)
    })
}

async function showGroup(reader: Reader, reference: string) {
  const { id, name } = await findGroup(reader, reference)
  const dealers = await queries.listDealers(reader, { groupId: id, words: [] }, { limit: 10_000, offset: 0 })
  return { id, name, dealers: dealers.map(({ id, dealer_code, name }) => ({ id, dealer_code, name })) }
}

/** Throws VALIDATION_ERROR where a group has the name or the id already: those that share one cannot be told apart. */
async function planNewGroup(reader: Reader, fields: { id?: number; name: string }) {
  const groups = await queries.listGroups(reader)
  const same = groups.find(({ id, name }) => id === fields.id || name === fields.name)
  if (!same) return { dealer_groups: [fields] }
  throw new AppError(
    'VALIDATION_ERROR',
    `There is such a dealer group already: ${same.name} (id ${same.id}). Change it with: transom groups update ${same.id}`,
  )
}
