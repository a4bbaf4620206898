import type { Command } from 'commander'
import { type TSchema, Type } from 'typebox'
import type { Opened } from '../../../platform/cli/opened.ts'
import { addExamples } from '../../../platform/cli/options.ts'
import { type Output, toJson } from '../../../platform/cli/output.ts'
import { quote } from '../../../platform/cli/quote.ts'
import type { Terminal } from '../../../platform/cli/terminal.ts'
import { AppError } from '../../../platform/errors.ts'
import { check } from '../../../platform/schema-issues.ts'
import { addPasswordOptions, type PasswordFlags, readNewPassword } from '../../access/cli-passwords.ts'
import { Email } from '../../access/index.ts'
import { type BrandContext, Slug } from '../../brands/index.ts'
import { firstSteps } from './first-steps.ts'
import { type FirstRun, type FirstRunOutcome, findExisting, initialize } from './init.ts'

interface Flags extends PasswordFlags {
  brand?: string
  brandName?: string
  email?: string
  tokenName: string
  url?: string
  json?: boolean
}

/** Adds `init` to a program. `serverUrl` returns the server's address according to its settings. */
export function registerInitCommand(
  program: Command,
  withBrands: Opened<BrandContext>,
  output: Output,
  { terminal, serverUrl }: { terminal: Terminal; serverUrl: () => string },
): void {
  addExamples(
    addPasswordOptions(
      program
        .command('init')
        .description(
          'Create the first brand, administrator and API token; asks for missing values, and prints commands to try next',
        )
        .option('--brand <slug>', 'Slug of the brand: its short name in requests')
        .option('--brand-name <text>', "The brand's display name")
        .option('--email <address>', "E-mail address of the user's login")
        .option('--token-name <text>', 'Name of the token', 'website')
        .option(
          '--url <address>',
          "The server's address for the printed commands; by default from HOST and PORT",
        )
        .option('--json', 'Print what was created, and the commands, as JSON')
        .addHelpText(
          'after',
          '\nAn existing user or token gets access to the brand. Once there is an administrator, a new user can only\nuse the warranty interface.',
        ),
    ),
    'transom init',
    'transom init --brand harbor-craft --brand-name "Harbor Craft" --email dms@example.com --generate --json',
  ).action(async (flags: Flags) => {
    await withBrands(async (ctx) => {
      const { first, generated } = await complete(ctx, { terminal, output }, flags)
      const { administrator, ...made } = await initialize(ctx, first)
      const password = made.api_user.made ? generated : undefined
      const commands = firstSteps({
        self: output.self,
        url: flags.url ?? serverUrl(),
        ...{ brand: made.brand, email: made.api_user.email, token: made.api_token.token, password },
      })
      if (flags.json) {
        const api_user = { ...made.api_user, password }
        output.print(toJson({ ...made, api_user, commands }))
        return
      }
      const shown = { administrator, password, self: output.self }
      for (const line of describe(made, shown)) output.print(line)
      for (const { what, command } of commands) output.print(`\n# ${what}\n${command}`)
    })
  })
}

/** Asks for what the options leave open. `generated`: the password, where it was generated. */
async function complete(
  { db }: BrandContext,
  { terminal, output }: { terminal: Terminal; output: Output },
  flags: Flags,
): Promise<{ first: FirstRun; generated: string | undefined }> {
  refuseIncomplete(terminal, flags)
  /** Asks until the answer is valid. */
  const ask = async (question: string, schema: TSchema): Promise<string> => {
    const answer = await terminal.ask(question)
    const [issue] = check(Type.Object({ answer: schema }), { answer })
    if (!issue) return answer
    output.note(issue.message)
    return ask(question, schema)
  }
  const brand = flags.brand?.trim() ?? (await ask('Slug of the brand, such as harbor-craft: ', Slug))
  const email = flags.email?.trim() ?? (await ask('E-mail address of the first API user: ', Email))
  const first: FirstRun = { brand, email, tokenName: flags.tokenName.trim() }
  const before = await findExisting(db.read, first)
  if (!before.brand) {
    first.brandName = flags.brandName ?? (await askName(terminal, brand))
  }
  if (before.user) return { first, generated: undefined }
  const { password, made } = await readNewPassword(terminal, flags)
  return { first: { ...first, password }, generated: made ? password : undefined }
}

/** @throws AppError (VALIDATION_ERROR) without a terminal, for everything that is missing */
function refuseIncomplete(terminal: Terminal, { brand, email }: Flags): void {
  const missing = [brand === undefined && '--brand', email === undefined && '--email'].filter(Boolean)
  if (terminal.interactive || missing.length === 0) return
  throw new AppError(
    'VALIDATION_ERROR',
    `There is no terminal to ask at. Give ${missing.join(' and ')}; for a new brand also --brand-name, for a new user --password-stdin or --generate.`,
  )
}

async function askName(terminal: Terminal, slug: string): Promise<string> {
  if (terminal.interactive) return (await terminal.ask(`Name of the brand [${slug}]: `)) || slug
  throw new AppError('VALIDATION_ERROR', `There is no brand "${slug}" yet. Give --brand-name, too.`)
}

function describe(
  { brand, api_user, api_token }: Omit<FirstRunOutcome, 'administrator'>,
  { administrator, password, self }: { administrator: boolean; password: string | undefined; self: string },
): string[] {
  const line = (what: string, { made, brand_added }: { made: boolean; brand_added?: boolean }) => {
    const more = brand_added ? `, and now has access to ${brand.slug}` : ''
    return `${what}: ${made ? 'created' : `existed${more}`}.`
  }
  return [
    line(`Brand ${brand.slug} (id ${brand.id})`, brand),
    line(`API user ${api_user.email} (id ${api_user.id})`, api_user),
    ...(administrator ? ['  The first administrator: may do everything, for all brands.'] : []),
    ...(password ? [`  The password, which is not shown again: ${password}`] : []),
    line(`API token ${api_token.name} (id ${api_token.id})`, api_token),
    api_token.token
      ? `  The token, which is not shown again: ${api_token.token}`
      : `  If nobody has its text, generate another: ${self} tokens update ${quote(api_token.name)} --new-token`,
  ]
}
