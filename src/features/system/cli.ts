import type { Command } from 'commander'
import { addExamples } from '../../platform/cli/options.ts'
import { type Output, printList } from '../../platform/cli/output.ts'
import { shellPrincipal } from '../../platform/principal.ts'
import { type Setting, showSettings } from './operations/show-settings.ts'

/** Adds `settings [--json]` to a program. */
export function registerSettingsCommand(program: Command, read: () => Setting[], output: Output): void {
  addExamples(
    program
      .command('settings')
      .description('Show the settings, without secrets')
      .option('--json', 'Print JSON'),
    'transom settings',
  ).action(({ json }: { json?: boolean }) => {
    printList(output, showSettings({ principal: shellPrincipal() }, read()), {
      ...{ json, name: 'settings', noun: 'settings' },
      columns: {
        name: ({ name }) => name,
        value: ({ value }) => value,
        default: ({ is_default }) => (is_default ? 'yes' : 'no'),
      },
    })
  })
}
