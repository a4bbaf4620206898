import type { Command } from 'commander'
import type { Check } from '../../platform/check.ts'
import { addExamples } from '../../platform/cli/options.ts'
import { type Output, toJson } from '../../platform/cli/output.ts'
import { type Reported, runChecks } from './operations/run-checks.ts'

/** Runs `work` with all checks, and closes what they opened. `testMailTo`: the address of a test mail. */
type WithChecks = <T>(testMailTo: string | undefined, work: (checks: Check[]) => Promise<T>) => Promise<T>

/** Adds `doctor [--json] [--send-test-mail ADDRESS]` to a program. */
export function registerDoctorCommand(
  program: Command,
  withChecks: WithChecks,
  { print, exit }: Output,
): void {
  addExamples(
    program
      .command('doctor')
      .description('Check settings, machine, database, services and data, and suggest fixes')
      .option('--json', 'Print JSON')
      .option('--send-test-mail <address>', 'Also send a mail to this address')
      .addHelpText(
        'after',
        `
Changes nothing, and sends nothing but the test mail. The exit code is 1 if there is an error, 0 if there are
only warnings.`,
      ),
    'transom doctor',
    'transom doctor --send-test-mail me@example.com',
    `transom doctor --json | jq '.findings[] | select(.level != "ok")'`,
  ).action(async ({ json, sendTestMail }: { json?: boolean; sendTestMail?: string }) => {
    const findings = await withChecks(sendTestMail, runChecks)
    const count = (level: Reported['level']) => findings.filter((finding) => finding.level === level).length
    const errors = count('fault')
    const warnings = count('warning')
    if (json) print(toJson({ healthy: errors === 0, faults: errors, warnings, findings }))
    else {
      for (const finding of findings) for (const line of describe(finding)) print(line)
      print(`${number(errors, 'error')}, ${number(warnings, 'warning')}.`)
    }
    if (errors > 0) exit(1)
  })
}

function describe({ level, check, message, advice }: Reported): string[] {
  const word = level === 'fault' ? 'error' : level
  const line = `${word.padEnd(8)} ${check}: ${message}`
  return advice ? [line, `${' '.repeat(9)}-> ${advice}`] : [line]
}

function number(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`
}
