import { PassThrough } from 'node:stream'
import { Command } from 'commander'
import { changeSetup } from '../../src/features/setup/index.ts'
import type { WithAdministration } from '../../src/platform/cli/administration.ts'
import type { Output } from '../../src/platform/cli/output.ts'
import { openTerminal, type Terminal } from '../../src/platform/cli/terminal.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { AppError } from '../../src/platform/errors.ts'
import { audited } from './audited.ts'
import { NOWHERE } from './nowhere.ts'
import { keepOutput } from './output.ts'

type Register = (
  program: Command,
  withAdministration: WithAdministration,
  output: Output,
  terminal: Terminal,
) => void

/** Runs commands in this process, because a child process for each takes half a second. */
export function makeCommands(db: Db, register: Register) {
  const ctx = { ...audited(db), targets: { allowPrivate: false }, ...NOWHERE }
  const withAdministration: WithAdministration = (work) =>
    work({ db, clock: ctx.clock, change: (plan) => changeSetup(ctx, plan) })

  async function run(args: readonly string[], input = '') {
    const { kept, output } = keepOutput()
    const program = new Command().exitOverride()
    const terminal = openTerminal(new PassThrough().end(input), new PassThrough())
    register(program, withAdministration, output, terminal)
    await program.parseAsync(args, { from: 'user' })
    return kept
  }

  return {
    run,
    /** Returns what the command prints with `--json`, parsed. */
    async json(...args: string[]) {
      const { printed } = await run([...args, '--json'])
      return JSON.parse(printed.join('\n'))
    },
    /** Returns the messages of a command that must fail, as one text. */
    async refusal(args: readonly string[], input?: string): Promise<string> {
      try {
        await run(args, input)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return [error.message, ...error.issues.map(({ field, message }) => `${field} ${message}`)].join('\n')
      }
      throw new Error(`"${args.join(' ')}" was not refused`)
    },
  }
}
