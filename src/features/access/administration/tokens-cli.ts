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
import { SCOPES } from '../permissions.ts'
import { newTokenText } from '../save-tokens.ts'
import { lacksOf } from './access-warnings.ts'
import { addListOptions, type ListFlags, onlyThose } from './list-options.ts'
import { listTokens } from './queries.ts'
import * as tokens from './tokens.ts'

interface SaveFlags {
  tokenStdin?: boolean
  newToken?: boolean
  json?: boolean
}

const FIELDS: Field[] = [
  { name: 'brands', kind: 'list', about: 'the brands that the token opens, by slug or id' },
  { name: 'scopes', kind: 'list', about: `the interfaces that it opens: ${SCOPES.join(', ')}` },
  { name: 'active', kind: 'flag', about: 'whether it counts' },
]

/** Adds `tokens list|show|create|update|revoke` to a program. */
export function registerTokenCommands(
  program: Command,
  withAdministration: WithAdministration,
  output: Output,
  terminal: Terminal,
): void {
  const group = commandGroup(
    program,
    'tokens',
    'API tokens of websites, for the dealer locator and lead submission',
  )
  const change = changing(withAdministration, output)
  addList(group, withAdministration, output)
  addShow(group, withAdministration, output)
  addCreate(group, change, terminal)
  addUpdate(group, change, terminal)
  addRevoke(group, change)
}

function addList(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(
    addListOptions(group.command('list').description('all tokens, with what they open; never their text')),
    'transom tokens list --active',
    "transom tokens list --json | jq -r '.api_tokens[].name'",
  ).action(async (flags: ListFlags) => {
    const meant = await withAdministration(async ({ db }) =>
      onlyThose(db.read, await listTokens(db.read), flags),
    )
    const rows = meant.map(tokens.describeToken)
    if (flags.json) return print(JSON.stringify({ api_tokens: rows }))
    if (rows.length === 0) return print('No token.')
    const lines = tabulate(
      ['id', 'name', 'active', 'last used', 'brands', 'scopes'],
      rows.map((token) => [
        token.id,
        token.name,
        token.active,
        token.last_used_at,
        token.brands,
        token.scopes,
      ]),
    )
    for (const line of lines) print(line)
  })
}

function addShow(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(addToToken(group, 'show', 'a token; never its text'), 'transom tokens show website').action(
    async (reference: string, { json }: { json?: boolean }) => {
      const token = await withAdministration(({ db }) => tokens.findToken(db.read, reference))
      if (json) return print(JSON.stringify(tokens.describeToken(token)))
      for (const line of describeRecord(tokens.describeToken(token))) print(line)
    },
  )
}

function addCreate(group: Command, change: Change, terminal: Terminal): void {
  addExamples(
    addFieldOptions(
      group
        .command('create')
        .description('a new token, made up and shown once')
        .argument('<name>', 'what it is called here')
        .option('--token-stdin', 'not made up: the one line of standard input, 24 characters or more')
        .option('--json', 'print the token as JSON'),
      FIELDS,
    ),
    'transom tokens create website --brands harbor-craft --scopes dealer-locator,lead-submission',
    'transom tokens create kiosk --brands harbor-craft --scopes dealer-locator --json',
  ).action(async (name: string, flags: SaveFlags) => {
    const fields = { ...readFields(FIELDS, { ...flags }), token: await readToken(terminal, flags) }
    await change((reader) => tokens.planNewToken(reader, name, fields), 'Created', flags)
  })
}

function addUpdate(group: Command, change: Change, terminal: Terminal): void {
  addExamples(
    addFieldOptions(
      addToToken(group, 'update', 'replace what a token opens, or its text')
        .option('--new-token', 'give it another text, shown once; the one before counts no more')
        .option('--token-stdin', 'the same with the one line of standard input'),
      FIELDS,
    ),
    'transom tokens update website --brands harbor-craft,northwind',
    'transom tokens update website --new-token',
  ).action(async (reference: string, flags: SaveFlags) => {
    if (flags.newToken && flags.tokenStdin) {
      throw new AppError('VALIDATION_ERROR', 'Give --new-token or --token-stdin, not both.')
    }
    const text = flags.newToken ? newTokenText() : undefined
    const given = readFields(FIELDS, { ...flags })
    const token = text ?? (await readToken(terminal, flags))
    if (Object.keys(given).length === 0 && token === undefined) {
      throw new AppError(
        'VALIDATION_ERROR',
        'Say what: --brands, --scopes, --active, --new-token or --token-stdin.',
      )
    }
    const plan: Plan = (reader) => tokens.planToken(reader, reference, { ...given, token })
    await change(plan, 'Updated', { ...flags, text })
  })
}

function addRevoke(group: Command, change: Change): void {
  addExamples(
    addToToken(group, 'revoke', 'let a token count no more, from the next request on'),
    'transom tokens revoke website',
  ).action(async (reference: string, flags: { json?: boolean }) => {
    const plan: Plan = (reader) => tokens.planToken(reader, reference, { active: false })
    await change(plan, 'Revoked', { ...flags, ended: true })
  })
}

/** Adds a command on one token that is known by name or id. */
function addToToken(group: Command, name: string, about: string): Command {
  return group
    .command(name)
    .description(about)
    .argument('<token>', 'name or id; never the token itself')
    .option('--json', 'print the token as JSON')
}

type Change = ReturnType<typeof changing>

/** Makes what carries a plan out, and says what has become of the token. `text` is shown, as it was made here. */
function changing(withAdministration: WithAdministration, { print, note }: Output) {
  return (
    plan: Plan,
    done: string,
    { json, text, ended }: { json?: boolean; text?: string; ended?: boolean },
  ) =>
    withAdministration(async ({ db, change }) => {
      const { api_tokens, notes } = await change(plan)
      const { id, token: made = text } = api_tokens[0]!
      const token = tokens.describeToken(await tokens.findToken(db.read, `id:${id}`))
      const lacks = ended ? [] : lacksOf(token.active, { brand: token.brands, scope: token.scopes })
      for (const line of [...notes, ...lacks]) note(`Note: ${line}.`)
      if (json) return print(JSON.stringify({ ...token, token: made }))
      print(`${done}: ${token.name} (id ${id}).`)
      if (made) print(`The token, which is not shown again: ${made}`)
    })
}

async function readToken(terminal: Terminal, { tokenStdin }: SaveFlags): Promise<string | undefined> {
  return tokenStdin ? terminal.readLine() : undefined
}
