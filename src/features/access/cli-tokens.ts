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
import { type Output, printList, printRecord, toJson } from '../../platform/cli/output.ts'
import { quote } from '../../platform/cli/quote.ts'
import type { Terminal } from '../../platform/cli/terminal.ts'
import type { OperationContext } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { accessWarnings } from './access-warnings.ts'
import { addAllBrands, addListOptions, type ListFlags, toFilter } from './cli-options.ts'
import { createToken } from './operations/create-token.ts'
import { listTokens } from './operations/list-tokens.ts'
import { showToken } from './operations/show-token.ts'
import { updateToken } from './operations/update-token.ts'
import { GRANTABLE, SCOPES } from './permissions.ts'
import { TOKEN_KINDS, type TokenKind } from './tokens/kinds.ts'
import type { SavedToken } from './tokens/save-token.ts'

interface Flags {
  publishable?: boolean
  service?: boolean
  allBrands?: boolean
  expires?: string
  tokenStdin?: boolean
  newToken?: boolean
  json?: boolean
}

const FIELDS: Field[] = [
  { name: 'brands', kind: 'list', about: 'Brands that the token gives access to, by slug or id' },
  { name: 'scopes', kind: 'list', about: `Interfaces that it gives access to: ${SCOPES.join(', ')}` },
  { name: 'permissions', kind: 'list', about: `Permissions of a service token: ${GRANTABLE.join(', ')}` },
  {
    name: 'origins',
    kind: 'list',
    about: 'Origins of the web pages with a publishable key, such as https://www.example.com',
  },
  { name: 'active', kind: 'flag', about: 'Whether it is valid' },
]

const CHANGED_FIELDS: Field[] = [{ name: 'name', kind: 'text', about: 'New display name' }, ...FIELDS]

/** Adds `tokens list|show|create|update|revoke` to a program. */
export function registerTokenCommands(
  program: Command,
  withContext: Opened<OperationContext>,
  output: Output,
  terminal: Terminal,
): void {
  const group = commandGroup(program, 'tokens', 'Manage API tokens of websites and of programs')

  addPointer(
    group,
    'delete',
    (token = '<token>') =>
      `A token can't be deleted. To end all access: ${output.self} tokens revoke ${quote(token)}`,
  )

  addExamples(
    addListOptions(group.command('list').description('List tokens without their text')).addOption(
      new Option('--kind <kind>', 'Only of this kind').choices(TOKEN_KINDS),
    ),
    'transom tokens list --active --kind publishable',
    "transom tokens list --json | jq -r '.api_tokens[].name'",
  ).action(async ({ kind, ...flags }: ListFlags & { kind?: TokenKind }) => {
    const tokens = await withContext((ctx) => listTokens(ctx, { ...toFilter(flags), kind }))
    printList(output, tokens, {
      ...{ json: flags.json, name: 'api_tokens', noun: 'tokens' },
      columns: {
        id: ({ id }) => id,
        name: ({ name }) => name,
        kind: ({ kind }) => kind,
        active: ({ active }) => active,
        'last used': ({ last_used_at }) => last_used_at,
        brands: ({ brands, all_brands }) => (all_brands ? 'all' : brands),
        'scopes or permissions': ({ scopes, permissions }) => [...scopes, ...permissions],
      },
    })
  })

  addExamples(
    addToToken(group, 'show', 'Show a token without its text'),
    'transom tokens show website',
  ).action(async (reference: string, { json }: Flags) => {
    printRecord(output, await withContext((ctx) => showToken(ctx, reference)), { json })
  })

  addExamples(
    addCommonOptions(
      addFieldOptions(
        group
          .command('create')
          .description('Create a token, and show its generated text once')
          .argument('<name>', 'Display name')
          .addOption(
            new Option('--publishable', 'A key for web pages, which anybody may read').conflicts('service'),
          )
          .option('--service', 'A token for programs that use the administration over HTTP')
          .option('--token-stdin', 'Read the text from standard input: one line of 24 characters or more')
          .option('--json', 'Print the token as JSON'),
        FIELDS,
      ),
    ),
    'transom tokens create website --brands harbor-craft --scopes dealer-locator,lead-submission',
    'transom tokens create pages --publishable --origins https://www.example.com --brands harbor-craft --scopes dealer-locator',
    'transom tokens create reports --service --permissions warranty:list,leads:read --all-brands --expires 2030-01-31',
    'transom tokens create kiosk --brands harbor-craft --scopes dealer-locator --json',
  ).action(async (name: string, { json, ...flags }: Flags) => {
    const input = { ...readToken(FIELDS, flags), ...(await readText(terminal, flags)) }
    const advice = `Change it with: ${output.self} tokens update ${quote(name)}`
    const token = await withContext((ctx) => createToken(ctx, { ...input, name: name.trim() })).catch(
      hint('CONFLICT', advice),
    )
    report(output, token, { done: 'Created', json })
  })

  addExamples(
    addCommonOptions(
      addFieldOptions(
        addToToken(group, 'update', "Replace a token's brands, scopes or text")
          .option('--new-token', 'Generate a new text and show it once; the current one ends')
          .option('--token-stdin', 'Read a new text from standard input, one line'),
        CHANGED_FIELDS,
      ),
    ),
    'transom tokens update website --brands harbor-craft,northwind',
    'transom tokens update website --new-token',
  ).action(async (reference: string, { json, ...flags }: Flags) => {
    if (flags.newToken && flags.tokenStdin) {
      throw new AppError('VALIDATION_ERROR', 'Give --new-token or --token-stdin, not both.')
    }
    requireChange(flags)
    const changes = {
      ...readToken(CHANGED_FIELDS, flags),
      ...(await readText(terminal, flags)),
      ...(flags.newToken && { new_token: true }),
    }
    const token = await withContext((ctx) => updateToken(ctx, { reference, changes }))
    report(output, token, { done: 'Updated', json })
  })

  addExamples(
    addToToken(group, 'revoke', 'End a token, from the next request on'),
    'transom tokens revoke website',
  ).action(async (reference: string, { json }: Flags) => {
    const changes = { active: false }
    const token = await withContext((ctx) => updateToken(ctx, { reference, changes }))
    report(output, token, { done: 'Revoked', json })
  })
}

function addCommonOptions(command: Command): Command {
  return addAllBrands(command).option(
    '--expires <date>',
    'When it ends: a date, or a time with its zone; none: never',
  )
}

function readToken(fields: readonly Field[], flags: Flags): Record<string, unknown> {
  const { publishable, service, allBrands, expires } = flags
  return {
    ...readFields(fields, { ...flags }),
    ...((publishable || service) && { kind: publishable ? 'publishable' : 'service' }),
    ...(allBrands !== undefined && { all_brands: allBrands }),
    ...(expires !== undefined && { expires_at: expires === 'none' ? null : expires }),
  }
}

/** Adds a command on one token. */
function addToToken(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .argument('<token>', 'Name or id, not its text')
    .option('--json', 'Print the token as JSON')
}

async function readText(terminal: Terminal, { tokenStdin }: Flags): Promise<{ token?: string }> {
  return tokenStdin ? { token: await terminal.readLine() } : {}
}

function report(
  { print, note }: Output,
  token: SavedToken,
  { done, json }: { done: string; json: boolean | undefined },
): void {
  const warnings = accessWarnings(token.active, {
    brand: token.all_brands ? ['all'] : token.brands,
    ...(token.kind === 'service' ? { permission: token.permissions } : { scope: token.scopes }),
  })
  if (done !== 'Revoked') for (const line of warnings) note(line)
  if (json) {
    print(toJson(token))
    return
  }
  print(`${done}: ${token.name} (id ${token.id}).`)
  if (token.token) print(`The token, which is not shown again: ${token.token}`)
}
