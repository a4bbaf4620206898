import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples } from '../../platform/cli/options.ts'
import { type Output, oneLine, toJson } from '../../platform/cli/output.ts'
import { readInput } from '../../platform/files.ts'
import { applySetup, type SetupContext, type SetupOutcome } from './apply.ts'

const MOST_NOTES = 20

/** Adds `apply FILE [--json]` to a program. */
export function registerSetupCommands(
  program: Command,
  withSetup: Opened<SetupContext>,
  output: Output,
): void {
  const command = program
    .command('apply')
    .description('Create and update brands, dealers, users, tokens and more from a set-up file')
    .argument('<file>', 'JSON file; records that are not in it stay unchanged')
    .option('--json', 'Print the ids and generated tokens as JSON')
  addExamples(command, 'transom apply setup.json', 'transom apply examples/setup.json --json').action(
    async (file: string, options: { json?: boolean }) => {
      const bytes = await readInput(file)
      const { notes, ...outcome } = await withSetup((ctx) => applySetup(ctx, bytes))
      for (const note of notes.slice(0, MOST_NOTES)) output.note(`Note: ${note}.`)
      if (notes.length > MOST_NOTES) output.note(`${notes.length - MOST_NOTES} more notes.`)
      if (options.json) output.print(toJson(outcome))
      else for (const line of describe(outcome)) output.print(line)
    },
  )
}

function describe(outcome: Omit<SetupOutcome, 'notes'>): string[] {
  const { brands, dealers, api_users, api_tokens, event_endpoints = [] } = outcome
  const counts = [
    count(brands, 'brand'),
    count(dealers, 'dealer'),
    count(api_users, 'API user'),
    count(api_tokens, 'API token'),
    ...(event_endpoints.length > 0 ? [count(event_endpoints, 'event endpoint')] : []),
  ]
  const made = api_tokens.flatMap(({ name, token }) =>
    token ? oneLine(`API token "${name}", which is not shown again: ${token}`) : [],
  )
  const secrets = event_endpoints.flatMap(({ id, secret }) =>
    secret ? `Secret of event endpoint ${id}, which is not shown again: ${secret}` : [],
  )
  return [`The database holds what the file says: ${counts.join(', ')}.`, ...made, ...secrets]
}

function count(rows: readonly unknown[], noun: string): string {
  return `${rows.length} ${noun}${rows.length === 1 ? '' : 's'}`
}
