import { PassThrough } from 'node:stream'
import { Command } from 'commander'
import { RECORD_PATHS } from '../../src/features/warranties/index.ts'
import { describeError } from '../../src/platform/cli/describe-error.ts'
import type { Output } from '../../src/platform/cli/output.ts'
import { openTerminal, type Terminal } from '../../src/platform/cli/terminal.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { AppError } from '../../src/platform/errors.ts'
import { audited } from './audited.ts'
import { NOWHERE } from './nowhere.ts'
import { keepOutput } from './output.ts'

/** The context of administration commands, without known postal codes. */
export function administrationContext(db: Db) {
  return { ...audited(db), targets: { allowPrivate: false }, recordPaths: RECORD_PATHS, ...NOWHERE }
}

type WithContext = <T>(work: (ctx: ReturnType<typeof administrationContext>) => Promise<T>) => Promise<T>

type Register = (program: Command, withContext: WithContext, output: Output, terminal: Terminal) => void

/** Runs commands in this process, because a child process for each takes half a second. */
export function makeCommands(db: Db, register: Register) {
  const ctx = administrationContext(db)

  async function run(args: readonly string[], input = '') {
    const { kept, output } = keepOutput()
    const program = new Command().exitOverride()
    const terminal = openTerminal(new PassThrough().end(input), new PassThrough())
    register(program, (work) => work(ctx), output, terminal)
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
        return describeError(error).join('\n')
      }
      throw new Error(`"${args.join(' ')}" was not refused`)
    },
  }
}
