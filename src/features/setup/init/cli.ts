import type { Command } from 'commander'
import type { Administration, WithAdministration } from '../../../platform/cli/administration.ts'
import { addExamples } from '../../../platform/cli/options.ts'
import type { Output } from '../../../platform/cli/output.ts'
import type { Terminal } from '../../../platform/cli/terminal.ts'
import { AppError, type Issue } from '../../../platform/errors.ts'
import {
  addPasswordOptions,
  type PasswordFlags,
  readNewPassword,
} from '../../access/administration/secrets-cli.ts'
import { readSlug } from '../apply-brands.ts'
import { readEmail } from '../apply-users.ts'
import type { Read } from '../validators.ts'
import { firstSteps } from './first-steps.ts'
import { type FirstRun, type FirstRunOutcome, lookUp, makeFirst } from './init.ts'

interface Flags extends PasswordFlags {
  brand?: string
  brandName?: string
  email?: string
  tokenName: string
  url?: string
  json?: boolean
}

/** Adds `init` to a program. `serverUrl` says where the server answers by its settings. */
export function registerInitCommand(
  program: Command,
  withAdministration: WithAdministration,
  output: Output,
  { terminal, serverUrl }: { terminal: Terminal; serverUrl: () => string },
): void {
  addExamples(
    addPasswordOptions(
      program
        .command('init')
        .description(
          'the first brand, API user and API token, and what to paste next; asks for what is not given. A user or token that is there already opens the brand from then on, too',
        )
        .option('--brand <slug>', 'what requests call the brand')
        .option('--brand-name <text>', 'what people call it')
        .option('--email <address>', 'e-mail address that the user logs in with')
        .option('--token-name <text>', 'what the token is called', 'website')
        .option(
          '--url <address>',
          'where the server answers, for the commands to paste; else by HOST and PORT',
        )
        .option('--json', 'print what was made, and the commands, as JSON'),
    ),
    'transom init',
    'transom init --brand harbor-craft --brand-name "Harbor Craft" --email dms@example.com --generate --json',
  ).action(async (flags: Flags) => {
    await withAdministration(async (administration) => {
      const { first, generated } = await complete(administration, { terminal, output }, flags)
      const made = await makeFirst(administration, first)
      const password = made.api_user.made ? generated : undefined
      const commands = firstSteps({
        url: flags.url ?? serverUrl(),
        ...{ brand: made.brand, email: made.api_user.email, token: made.api_token.token, password },
      })
      if (flags.json) {
        const api_user = { ...made.api_user, password }
        output.print(JSON.stringify({ ...made, api_user, commands }))
        return
      }
      for (const line of describe(made, password)) output.print(line)
      for (const { what, command } of commands) output.print(`\n# ${what}\n${command}`)
    })
  })
}

/** Asks for what the options leave open. `generated`: the password, where it was made up. */
async function complete(
  { db }: Administration,
  { terminal, output }: { terminal: Terminal; output: Output },
  flags: Flags,
): Promise<{ first: FirstRun; generated: string | undefined }> {
  refuseIncomplete(terminal, flags)
  /** Until the answer can be taken. */
  const ask = async (question: string, read: Read<string>): Promise<string> => {
    const issues: Issue[] = []
    const answer = read(await terminal.ask(question), 'It', issues)
    if (answer !== undefined) return answer
    for (const { field, message } of issues) output.note(`${field} ${message}.`)
    return ask(question, read)
  }
  const brand = flags.brand?.trim() ?? (await ask('Slug of the brand, such as harbor-craft: ', readSlug))
  const email = flags.email?.trim() ?? (await ask('E-mail address of the first API user: ', readEmail))
  const first: FirstRun = { brand, email, tokenName: flags.tokenName.trim() }
  const before = await lookUp(db.read, first)
  if (!before.brand) {
    first.brandName = flags.brandName ?? (await askName(terminal, brand))
  }
  if (before.user) return { first, generated: undefined }
  const { password, made } = await readNewPassword(terminal, flags)
  return { first: { ...first, password }, generated: made ? password : undefined }
}

/** Without a terminal, all that is missing is told at once. */
function refuseIncomplete(terminal: Terminal, { brand, email }: Flags): void {
  const missing = [brand === undefined && '--brand', email === undefined && '--email'].filter(Boolean)
  if (terminal.interactive || missing.length === 0) return
  throw new AppError(
    'VALIDATION_ERROR',
    `There is no terminal to ask at: give ${missing.join(' and ')}; for a new brand also --brand-name, for a new user --password-stdin or --generate.`,
  )
}

async function askName(terminal: Terminal, slug: string): Promise<string> {
  if (terminal.interactive) return (await terminal.ask(`Name of the brand [${slug}]: `)) || slug
  throw new AppError('VALIDATION_ERROR', `There is no brand "${slug}" yet: give --brand-name, too.`)
}

function describe({ brand, api_user, api_token }: FirstRunOutcome, password: string | undefined): string[] {
  const said = (what: string, { made, brand_added }: { made: boolean; brand_added?: boolean }) => {
    const more = brand_added ? `, and opens ${brand.slug} from now on, too` : ''
    return `${what}: ${made ? 'made' : `was there already${more}`}.`
  }
  return [
    said(`Brand ${brand.slug} (id ${brand.id})`, brand),
    said(`API user ${api_user.email} (id ${api_user.id})`, api_user),
    ...(password ? [`  The password, which is not shown again: ${password}`] : []),
    said(`API token ${api_token.name} (id ${api_token.id})`, api_token),
    api_token.token
      ? `  The token, which is not shown again: ${api_token.token}`
      : `  Another text for it, if nobody has it any more: transom tokens update ${api_token.name} --new-token`,
  ]
}
