import { Writable } from 'node:stream'
import type { Output } from '../../src/platform/cli/output.ts'

/** An output for commands in this process, and what they wrote. */
export function keepOutput() {
  const kept = { printed: [] as string[], noted: [] as string[], written: '', exit: 0 }
  const output: Output = {
    print: (line) => void kept.printed.push(line),
    note: (line) => void kept.noted.push(line),
    exit(code) {
      kept.exit = code
    },
    self: 'transom',
    stdout: new Writable({
      write(chunk, _encoding, done) {
        kept.written += chunk
        done()
      },
    }),
  }
  return { kept, output }
}
