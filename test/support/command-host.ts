/** Runs commands for acceptance tests. A process for each would take half a second more. */

import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { runProgram } from '../../src/cli/run.ts'
import { answerMessages } from './host-messages.ts'

interface Request {
  args: string[]
  env: Record<string, string>
  /** The complete standard input. */
  input: string
}

answerMessages(async ({ args, env, input }: Request) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const written = Promise.all([buffer(stdout), buffer(stderr)])
  const stdin = Readable.from([Buffer.from(input)])
  const code = await runProgram(args, { env, self: 'node src/cli/program.ts', stdin, stdout, stderr })
  stdout.end()
  stderr.end()
  const [out, err] = await written
  return { code: code ?? 0, stdout: out.toString(), stderr: err.toString() }
})
