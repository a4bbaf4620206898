import type { Command } from 'commander'
import type { Plan, WithAdministration } from '../../../platform/cli/administration.ts'
import {
  addExamples,
  addFieldOptions,
  commandGroup,
  type Field,
  readFields,
} from '../../../platform/cli/options.ts'
import { describeRecord, type Output, tabulate } from '../../../platform/cli/output.ts'
import type { Terminal } from '../../../platform/cli/terminal.ts'
import { AppError } from '../../../platform/errors.ts'
import { ALL_PERMISSIONS, PERMISSIONS } from '../permissions.ts'
import { lacksOf } from './access-warnings.ts'
import { addListOptions, type ListFlags, onlyThose } from './list-options.ts'
import { listUsers } from './queries.ts'
import { addPasswordOptions, type PasswordFlags, readNewPassword } from './secrets-cli.ts'
import * as users from './users.ts'

interface SaveFlags extends PasswordFlags {
  json?: boolean
}

const GRANTS: Field[] = [
  { name: 'brands', kind: 'list', about: 'the brands that the user may manage, by slug or id' },
  {
    name: 'permissions',
    kind: 'list',
    about: `what the user may do: ${[ALL_PERMISSIONS, ...PERMISSIONS].join(', ')}`,
  },
]

const FIELDS: Field[] = [...GRANTS, { name: 'active', kind: 'flag', about: 'whether the user may log in' }]

/** Adds `users list|show|create|update|set-password|grant|revoke|deactivate|activate` to a program. */
export function registerUserCommands(
  program: Command,
  withAdministration: WithAdministration,
  output: Output,
  terminal: Terminal,
): void {
  const group = commandGroup(program, 'users', 'API users of the warranty interface: who may do what')
  const change = changing(withAdministration, output)
  addList(group, withAdministration, output)
  addShow(group, withAdministration, output)
  addCreate(group, change, terminal)
  addUpdate(group, change)
  addSetPassword(group, change, terminal)
  addGrants(group, change)
  addSwitches(group, change)
}

function addList(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(
    addListOptions(group.command('list').description('all users, with what they may do')),
    'transom users list --brand harbor-craft',
    "transom users list --json | jq -r '.api_users[].email'",
  ).action(async (flags: ListFlags) => {
    const meant = await withAdministration(async ({ db }) =>
      onlyThose(db.read, await listUsers(db.read), flags),
    )
    const rows = meant.map(users.describeUser)
    if (flags.json) return print(JSON.stringify({ api_users: rows }))
    if (rows.length === 0) return print('No user.')
    const lines = tabulate(
      ['id', 'e-mail', 'active', 'brands', 'permissions'],
      rows.map((user) => [user.id, user.email, user.active, user.brands, user.permissions]),
    )
    for (const line of lines) print(line)
  })
}

function addShow(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(
    addToUser(group, 'show', 'a user, with permissions, brands and open sessions'),
    'transom users show dms@example.com',
  ).action(async (user: string, { json }: { json?: boolean }) => {
    const shown = await withAdministration(({ db, clock }) => users.showUser(db.read, user, clock.now()))
    if (json) return print(JSON.stringify(shown))
    const { sessions, ...fields } = shown
    for (const line of describeRecord({ ...fields, sessions: sessions.length })) print(line)
    for (const { id, started_at, refreshed_at, expires_at } of sessions) {
      print(`  session ${id}: since ${started_at}, last refreshed ${refreshed_at}, ends ${expires_at}`)
    }
  })
}

function addCreate(group: Command, change: Change, terminal: Terminal): void {
  addExamples(
    addPasswordOptions(
      addFieldOptions(
        group
          .command('create')
          .description('a new user; asks for the password')
          .argument('<email>', 'e-mail address')
          .option('--json', 'print the user as JSON'),
        FIELDS,
      ),
    ),
    "transom users create dms@example.com --brands harbor-craft --permissions 'warranty:*'",
    'transom users create dms@example.com --brands harbor-craft --permissions warranty:read,warranty:list --generate',
    'pass show dms | transom users create dms@example.com --brands harbor-craft --password-stdin',
  ).action(async (email: string, flags: SaveFlags) => {
    const { password, made } = await readNewPassword(terminal, flags)
    const fields = { ...readFields(FIELDS, { ...flags }), password }
    const plan: Plan = (reader) => users.planNewUser(reader, email, fields)
    await change(plan, 'Created', { ...flags, password: made ? password : undefined })
  })
}

function addUpdate(group: Command, change: Change): void {
  addExamples(
    addFieldOptions(addToUser(group, 'update', 'replace what a user holds'), FIELDS),
    'transom users update dms@example.com --brands harbor-craft,northwind',
    'transom users update dms@example.com --permissions warranty:read --permissions warranty:list',
  ).action(async (user: string, flags: SaveFlags) => {
    const fields = readFields(FIELDS, { ...flags })
    if (Object.keys(fields).length === 0) {
      throw new AppError('VALIDATION_ERROR', 'Say what: --brands, --permissions or --active.')
    }
    await change((reader) => users.planUser(reader, user, fields), 'Updated', flags)
  })
}

function addSetPassword(group: Command, change: Change, terminal: Terminal): void {
  addExamples(
    addPasswordOptions(
      addToUser(
        group,
        'set-password',
        'another password; ends all sessions of the user. Asks for the password',
      ),
    ),
    'transom users set-password dms@example.com',
    'transom users set-password dms@example.com --generate',
  ).action(async (user: string, flags: PasswordFlags & { json?: boolean }) => {
    const { password, made } = await readNewPassword(terminal, flags)
    const plan: Plan = (reader) => users.planUser(reader, user, { password })
    await change(plan, 'Password set', { ...flags, password: made ? password : undefined })
  })
}

function addGrants(group: Command, change: Change): void {
  const grantings = [
    { name: 'grant', about: 'let a user do more', done: 'Granted', plan: users.planGrant },
    { name: 'revoke', about: 'let a user do less', done: 'Revoked', plan: users.planRevocation },
  ]
  for (const { name, about, done, plan } of grantings) {
    addExamples(
      addFieldOptions(addToUser(group, name, `${about}; counts from the next request on`), GRANTS),
      `transom users ${name} dms@example.com --permissions warranty:transfer`,
      `transom users ${name} dms@example.com --brands northwind`,
    ).action(async (user: string, flags: SaveFlags & Partial<users.Grants>) => {
      const { brands = [], permissions = [], json } = flags
      if (brands.length + permissions.length === 0) {
        throw new AppError('VALIDATION_ERROR', 'Say what: --permissions, --brands, or both.')
      }
      await change((reader) => plan(reader, user, { brands, permissions }), done, { json })
    })
  }
}

function addSwitches(group: Command, change: Change): void {
  const switches = [
    { name: 'deactivate', about: 'end all sessions of a user, and permit no more', active: false },
    { name: 'activate', about: 'let a user log in again', active: true },
  ]
  for (const { name, about, active } of switches) {
    addExamples(addToUser(group, name, about), `transom users ${name} dms@example.com`).action(
      async (user: string, flags: { json?: boolean }) => {
        const done = active ? 'Activated' : 'Deactivated'
        const plan: Plan = (reader) => users.planUser(reader, user, { active })
        await change(plan, done, { ...flags, ended: !active })
      },
    )
  }
}

/** Adds a command on one user that is known by e-mail address or id. */
function addToUser(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .argument('<user>', 'e-mail address or id')
    .option('--json', 'print the user as JSON')
}

type Change = ReturnType<typeof changing>

/** Makes what carries a plan out, and says what has become of the user. */
function changing(withAdministration: WithAdministration, { print, note }: Output) {
  return (
    plan: Plan,
    done: string,
    { json, password, ended }: { json?: boolean; password?: string; ended?: boolean },
  ) =>
    withAdministration(async ({ db, change }) => {
      const { api_users, notes } = await change(plan)
      const user = users.describeUser(await users.findUser(db.read, `id:${api_users[0]!.id}`))
      const lacks = ended ? [] : lacksOf(user.active, { brand: user.brands, permission: user.permissions })
      for (const text of [...notes, ...lacks]) note(`Note: ${text}.`)
      if (json) return print(JSON.stringify({ ...user, password }))
      print(`${done}: ${user.email} (id ${user.id}).`)
      if (password) print(`The password, which is not shown again: ${password}`)
    })
}
