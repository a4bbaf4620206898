import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples } from '../../platform/cli/options.ts'
import { type Output, toJson } from '../../platform/cli/output.ts'
import type { OperationContext } from '../../platform/context.ts'
import { issueAccountLink } from './operations/issue-account-link.ts'
import { removeLostFactor } from './operations/remove-lost-factor.ts'

/** Adds `users link` and `users remove-second-factor` to the group `users`. */
export function registerAccountCommands(
  group: Command,
  withContext: Opened<OperationContext>,
  { print }: Output,
): void {
  const addCommand = (name: string, about: string) =>
    addExamples(
      group
        .command(name)
        .description(about)
        .argument('<user>', 'E-mail address or id')
        .option('--json', 'Print the result as JSON'),
      `transom users ${name} ada@example.com`,
    )

  addCommand('link', 'Create a link to choose a password; it works once, for 24 hours').action(
    async (reference: string, { json }: { json?: boolean }) => {
      const { link } = await withContext((ctx) => issueAccountLink(ctx, reference))
      const { email, path } = link
      if (json) return print(toJson({ email, path }))
      print(handOver(email, path))
    },
  )
  addCommand('remove-second-factor', 'Turn off the second factor of a user who has lost it').action(
    async (reference: string, { json }: { json?: boolean }) => {
      const user = await withContext((ctx) => removeLostFactor(ctx, reference))
      print(json ? toJson(user) : `Removed: the second factor of ${user.email} (id ${user.id}).`)
    },
  )
}

/** Returns the text that shows a link. */
export function handOver(email: string, path: string): string {
  return `Hand this address over to ${email}, with your server's name in front:\n${path}`
}
