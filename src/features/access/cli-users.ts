import { type Command, Option } from 'commander'
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
import { handOver, registerAccountCommands } from './cli-accounts.ts'
import { addAllBrands, addListOptions, type ListFlags, toFilter } from './cli-options.ts'
import {
  addPasswordOptions,
  type PasswordFlags,
  readNewPassword,
  refusePasswordOptions,
} from './cli-passwords.ts'
import { createUser } from './operations/create-user.ts'
import { endUserSessions } from './operations/end-user-sessions.ts'
import { inviteUser } from './operations/invite-user.ts'
import { listUserSessions } from './operations/list-user-sessions.ts'
import { listUsers } from './operations/list-users.ts'
import { showUser } from './operations/show-user.ts'
import { updateUser } from './operations/update-user.ts'
import { GRANTABLE } from './permissions.ts'
import { ROLE_NAMES } from './roles.ts'
import type { UserView } from './users/find-user.ts'
import type { UserChanges } from './users/user-fields.ts'

interface Flags extends PasswordFlags {
  json?: boolean
  allBrands?: boolean
}

const GRANTS: Field[] = [
  { name: 'brands', kind: 'list', about: 'Brands that the user may manage, by slug or id' },
  {
    name: 'permissions',
    kind: 'list',
    about: `Permissions: ${GRANTABLE.join(', ')}`,
  },
]

const FIELDS: Field[] = [
  {
    name: 'role',
    kind: 'text',
    about: `Role, which sets the permissions: ${ROLE_NAMES.join(', ')}`,
    nullable: true,
  },
  ...GRANTS,
  { name: 'active', kind: 'flag', about: 'Whether the user may log in' },
]

const CHANGED_FIELDS: Field[] = [{ name: 'email', kind: 'text', about: 'New e-mail address' }, ...FIELDS]

const MOST_SESSIONS = 200

/** Adds `users list|show|create|update|set-password|grant|revoke|deactivate|activate|end-sessions` to a program. */
export function registerUserCommands(
  program: Command,
  withContext: Opened<OperationContext>,
  output: Output,
  terminal: Terminal,
): void {
  const group = commandGroup(
    program,
    'users',
    'Manage users: people, and programs that use the warranty interface',
  )
  addPointer(
    group,
    'delete',
    (user = '<user>') =>
      `A user can't be deleted. To end all access: ${output.self} users deactivate ${user}`,
  )
  const change = async (reference: string, changes: UserChanges, done: Done) =>
    report(output, await withContext((ctx) => updateUser(ctx, { reference, changes })), done)

  addExamples(
    addListOptions(
      group.command('list').description('List users with their permissions and brands'),
    ).addOption(new Option('--role <role>', 'Only with this role').choices(ROLE_NAMES)),
    'transom users list --brand harbor-craft',
    'transom users list --search ada --role sales',
    "transom users list --json | jq -r '.api_users[].email'",
  ).action(async (flags: ListFlags & { role?: string }) => {
    const users = await withContext((ctx) => listUsers(ctx, { ...toFilter(flags), role: flags.role }))
    printList(output, users, {
      ...{ json: flags.json, name: 'api_users', noun: 'users' },
      columns: {
        id: ({ id }) => id,
        'e-mail': ({ email }) => email,
        active: ({ active }) => active,
        role: ({ role }) => role,
        brands: ({ brands, all_brands }) => (all_brands ? 'all' : brands),
        permissions: ({ permissions }) => permissions,
      },
    })
  })

  addExamples(
    addToUser(group, 'show', 'Show a user, with permissions, brands and open sessions'),
    'transom users show dms@example.com',
  ).action(async (reference: string, { json }: Flags) => {
    const { user, sessions } = await withContext(async (ctx) => ({
      user: await showUser(ctx, reference),
      sessions: await listUserSessions(ctx, { reference, limit: MOST_SESSIONS }),
    }))
    const { items, pagination } = sessions
    if (json) {
      const named = items.map((session) => ({ ...session, refreshed_at: session.last_used_at }))
      return output.print(toJson({ ...user, sessions: named }))
    }
    for (const line of describeRecord({ ...user, sessions: pagination.total })) output.print(line)
    for (const { id, kind, started_at, last_used_at, expires_at } of items) {
      output.print(
        `  session ${kind}:${id}: since ${started_at}, last used ${last_used_at}, ends ${expires_at}`,
      )
    }
  })

  addExamples(
    addPasswordOptions(
      addAllBrands(
        addFieldOptions(
          group
            .command('create')
            .description('Create a user; asks for the password')
            .argument('<email>', 'E-mail address')
            .option('--invite', 'Print a link with which the user chooses the password')
            .option('--json', 'Print the user as JSON'),
          FIELDS,
        ),
      ),
    ),
    "transom users create dms@example.com --brands harbor-craft --permissions 'warranty:*'",
    'transom users create dms@example.com --brands harbor-craft --permissions warranty:read,warranty:list --generate',
    'transom users create ada@example.com --role sales --brands harbor-craft',
    'transom users create ada@example.com --role sales --brands harbor-craft --invite',
    'transom users create ada@example.com --role administrator',
    'pass show dms | transom users create dms@example.com --brands harbor-craft --password-stdin',
  ).action(async (email: string, { json, invite, ...flags }: Flags & { invite?: boolean }) => {
    const input = { ...readUser(FIELDS, flags), email: email.trim() }
    const advice = `Change it with: ${output.self} users update ${email}`
    if (invite) {
      refusePasswordOptions(flags)
      // The shell sends no mail and may not know the server's address.
      const services = { mail: undefined, publicUrl: undefined }
      const invited = await withContext((ctx) => inviteUser({ ...ctx, ...services }, input)).catch(
        hint('CONFLICT', advice),
      )
      report(output, invited, { done: 'Created', json })
      return
    }
    const { password, made } = await readNewPassword(terminal, flags)
    const user = await withContext((ctx) => createUser(ctx, { ...input, password })).catch(
      hint('CONFLICT', advice),
    )
    report(output, user, { done: 'Created', json, password: made ? password : undefined })
  })

  addExamples(
    addAllBrands(
      addFieldOptions(
        addToUser(group, 'update', "Replace a user's role, brands or permissions"),
        CHANGED_FIELDS,
      ),
    ),
    'transom users update dms@example.com --brands harbor-craft,northwind',
    'transom users update ada@example.com --role viewer --all-brands',
    'transom users update dms@example.com --permissions warranty:read --permissions warranty:list',
  ).action((reference: string, { json, ...flags }: Flags) => {
    requireChange(flags)
    return change(reference, readUser(CHANGED_FIELDS, flags), { done: 'Updated', json })
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

  addExamples(
    addToUser(group, 'end-sessions', 'End all sessions of a user, in browsers and of programs').option(
      '--only <session>',
      'End one session, such as browser:12; users show lists them',
    ),
    'transom users end-sessions ada@example.com',
    'transom users end-sessions ada@example.com --only browser:12',
  ).action(async (reference: string, { json, only }: Flags & { only?: string }) => {
    const ended = await withContext((ctx) => endUserSessions(ctx, reference, { only }))
    if (json) output.print(toJson(ended))
    else output.print(`Ended: ${ended.ended} ${ended.ended === 1 ? 'session' : 'sessions'}.`)
  })
  registerAccountCommands(group, withContext, output)
}

function readUser(fields: readonly Field[], flags: Flags): Record<string, unknown> {
  const { allBrands } = flags
  return { ...readFields(fields, { ...flags }), ...(allBrands !== undefined && { all_brands: allBrands }) }
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

function report(
  { print, note }: Output,
  user: UserView & { link?: string },
  { done, json, password }: Done,
): void {
  const warnings = accessWarnings(user.active, {
    brand: user.all_brands ? ['all'] : user.brands,
    permission: user.permissions,
  })
  if (done !== 'Deactivated') for (const line of warnings) note(line)
  if (json) {
    const { link: path, ...shown } = user
    print(toJson({ ...shown, password, path }))
    return
  }
  print(`${done}: ${user.email} (id ${user.id}).`)
  if (user.link) print(handOver(user.email, user.link))
  if (password) print(`The password, which is not shown again: ${password}`)
}
