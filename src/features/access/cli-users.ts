import type { Command } from 'commander'
import { hint } from '../../platform/cli/describe-error.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  addPointer,
  commandGroup,
  type Field,
  readFields,
  requireChange,
} from '../../platform/cli/options.ts'
import { describeRecord, type Output, printList, toJson } from '../../platform/cli/output.ts'
import type { Terminal } from '../../platform/cli/terminal.ts'
import type { OperationContext } from '../../platform/context.ts'
import { accessWarnings } from './access-warnings.ts'
import { addListOptions, type ListFlags, toFilter } from './cli-list-options.ts'
import { addPasswordOptions, type PasswordFlags, readNewPassword } from './cli-passwords.ts'
import { createUser } from './operations/create-user.ts'
import { listUsers } from './operations/list-users.ts'
import { showUser } from './operations/show-user.ts'
import { updateUser } from './operations/update-user.ts'
import { GRANTABLE } from './permissions.ts'
import type { UserView } from './users/find-user.ts'
import type { UserChanges } from './users/user-fields.ts'

interface Flags extends PasswordFlags {
  json?: boolean
}

const GRANTS: Field[] = [
  { name: 'brands', kind: 'list', about: 'Brands that the user may manage, by slug or id' },
  {
    name: 'permissions',
    kind: 'list',
    about: `Permissions: ${GRANTABLE.join(', ')}`,
  },
]

const FIELDS: Field[] = [...GRANTS, { name: 'active', kind: 'flag', about: 'Whether the user may log in' }]

/** Adds `users list|show|create|update|set-password|grant|revoke|deactivate|activate` to a program. */
export function registerUserCommands(
  program: Command,
  withContext: Opened<OperationContext>,
  output: Output,
  terminal: Terminal,
): void {
  const group = commandGroup(program, 'users', 'Manage API users of the warranty interface')
  addPointer(
    group,
    'delete',
    (user = '<user>') =>
      `A user can't be deleted. To end all access: ${output.self} users deactivate ${user}`,
  )
  const change = async (reference: string, changes: UserChanges, done: Done) =>
    report(output, await withContext((ctx) => updateUser(ctx, { reference, changes })), done)

  addExamples(
    addListOptions(group.command('list').description('List users with their permissions and brands')),
    'transom users list --brand harbor-craft',
    "transom users list --json | jq -r '.api_users[].email'",
  ).action(async (flags: ListFlags) => {
    const users = await withContext((ctx) => listUsers(ctx, toFilter(flags)))
    printList(output, users, {
      ...{ json: flags.json, name: 'api_users', noun: 'users' },
      columns: {
        id: ({ id }) => id,
        'e-mail': ({ email }) => email,
        active: ({ active }) => active,
        brands: ({ brands }) => brands,
        permissions: ({ permissions }) => permissions,
      },
    })
  })

  addExamples(
    addToUser(group, 'show', 'Show a user, with permissions, brands and open sessions'),
    'transom users show dms@example.com',
  ).action(async (reference: string, { json }: Flags) => {
    const shown = await withContext((ctx) => showUser(ctx, reference))
    if (json) return output.print(toJson(shown))
    const { sessions, ...fields } = shown
    for (const line of describeRecord({ ...fields, sessions: sessions.length })) output.print(line)
    for (const { id, started_at, refreshed_at, expires_at } of sessions) {
      output.print(`  session ${id}: since ${started_at}, last refreshed ${refreshed_at}, ends ${expires_at}`)
    }
  })

  addExamples(
    addPasswordOptions(
      addFieldOptions(
        group
          .command('create')
          .description('Create a user; asks for the password')
          .argument('<email>', 'E-mail address')
          .option('--json', 'Print the user as JSON'),
        FIELDS,
      ),
    ),
    "transom users create dms@example.com --brands harbor-craft --permissions 'warranty:*'",
    'transom users create dms@example.com --brands harbor-craft --permissions warranty:read,warranty:list --generate',
    'pass show dms | transom users create dms@example.com --brands harbor-craft --password-stdin',
  ).action(async (email: string, { json, ...flags }: Flags) => {
    const { password, made } = await readNewPassword(terminal, flags)
    const input = { ...readFields(FIELDS, { ...flags }), email: email.trim(), password }
    const advice = `Change it with: ${output.self} users update ${email}`
    const user = await withContext((ctx) => createUser(ctx, input)).catch(hint('CONFLICT', advice))
    report(output, user, { done: 'Created', json, password: made ? password : undefined })
  })

  addExamples(
    addFieldOptions(addToUser(group, 'update', "Replace a user's brands or permissions"), FIELDS),
    'transom users update dms@example.com --brands harbor-craft,northwind',
    'transom users update dms@example.com --permissions warranty:read --permissions warranty:list',
  ).action((reference: string, { json, ...flags }: Flags) => {
    requireChange(flags)
    return change(reference, readFields(FIELDS, { ...flags }), { done: 'Updated', json })
  })

  addExamples(
    addPasswordOptions(
      addToUser(
        group,
        'set-password',
        'Set a new password, and end all sessions of the user; asks for the password',
      ),
    ),
    'transom users set-password dms@example.com',
    'transom users set-password dms@example.com --generate',
  ).action(async (reference: string, { json, ...flags }: Flags) => {
    const { password, made } = await readNewPassword(terminal, flags)
    const shown = made ? password : undefined
    await change(reference, { password }, { done: 'Password set', json, password: shown })
  })

  for (const { name, about, done } of [
    { name: 'grant', about: 'Add permissions or brands', done: 'Granted' },
    { name: 'revoke', about: 'Remove permissions or brands', done: 'Revoked' },
  ]) {
    addExamples(
      addFieldOptions(addToUser(group, name, `${about}; valid from the next request on`), GRANTS),
      `transom users ${name} dms@example.com --permissions warranty:transfer`,
      `transom users ${name} dms@example.com --brands northwind`,
    ).action(
      (reference: string, { json, ...flags }: Flags & { brands?: string[]; permissions?: string[] }) => {
        requireChange(flags)
        const { brands, permissions } = flags
        const changes =
          name === 'grant'
            ? { add_brands: brands, add_permissions: permissions }
            : { remove_brands: brands, remove_permissions: permissions }
        return change(reference, changes, { done, json })
      },
    )
  }

  for (const { name, about, active } of [
    { name: 'deactivate', about: 'End all sessions of a user, and refuse new logins', active: false },
    { name: 'activate', about: 'Let a user log in again', active: true },
  ]) {
    addExamples(addToUser(group, name, about), `transom users ${name} dms@example.com`).action(
      (reference: string, { json }: Flags) =>
        change(reference, { active }, { done: active ? 'Activated' : 'Deactivated', json }),
    )
  }
}

/** Adds a command on one user. */
function addToUser(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .argument('<user>', 'E-mail address or id')
    .option('--json', 'Print the user as JSON')
}

interface Done {
  done: string
  json: boolean | undefined
  /** A generated password, which is shown this once. */
  password?: string | undefined
}

function report({ print, note }: Output, user: UserView, { done, json, password }: Done): void {
  const warnings = accessWarnings(user.active, { brand: user.brands, permission: user.permissions })
  if (done !== 'Deactivated') for (const line of warnings) note(line)
  if (json) {
    print(toJson({ ...user, password }))
    return
  }
  print(`${done}: ${user.email} (id ${user.id}).`)
  if (password) print(`The password, which is not shown again: ${password}`)
}
