import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { AppError } from '../errors.ts'

export type Input = NodeJS.ReadableStream & { isTTY?: boolean }
type Screen = NodeJS.WritableStream & { isTTY?: boolean }

/** Questions to a person at the terminal, or the input that a program pipes in. */
export interface Terminal {
  /** Whether a person can be asked. */
  readonly interactive: boolean
  /** Returns an answer, trimmed. @throws AppError (VALIDATION_ERROR) when the person gives up or the input ends */
  ask(question: string): Promise<string>
  /** Returns an answer exactly as typed, without showing it. */
  askSecretly(question: string): Promise<string>
  /** Returns the only line of standard input. @throws AppError (VALIDATION_ERROR) where there is none, or more */
  readLine(): Promise<string>
  /** Stops reading. Until this is called, the process waits for input. */
  close(): void
}

/** Opens a terminal. Questions go to `screen`, usually standard error: standard output has only the result. */
export function openTerminal(input: Input, screen: Screen): Terminal {
  let reader: LineReader | undefined
  return {
    interactive: Boolean(input.isTTY && screen.isTTY),
    async ask(question) {
      reader ??= new LineReader(input, screen)
      return (await reader.ask(question, { shown: true })).trim()
    },
    askSecretly(question) {
      reader ??= new LineReader(input, screen)
      return reader.ask(question, { shown: false })
    },
    readLine: () => readOnlyLine(input),
    close: () => reader?.close(),
  }
}

/** Asks one question after the other. Lines that are typed ahead or pasted answer the next ones. */
class LineReader {
  readonly #screen: Screen
  readonly #lines: Interface
  readonly #typedAhead: string[] = []
  #waiting: ((line: string | undefined) => void) | undefined
  #shown = true
  #ended = false

  constructor(input: Input, screen: Screen) {
    this.#screen = screen
    const echo = new Writable({
      write: (chunk, _encoding, done) => {
        if (this.#shown) screen.write(chunk)
        done()
      },
    })
    this.#lines = createInterface({ input, output: echo, terminal: true, historySize: 0 })
    this.#lines.on('line', (line) => {
      if (this.#waiting) this.#settle(line)
      else this.#typedAhead.push(line)
    })
    this.#lines.on('SIGINT', () => this.#lines.close())
    this.#lines.on('close', () => {
      this.#ended = true
      this.#settle(undefined)
    })
  }

  async ask(question: string, { shown }: { shown: boolean }): Promise<string> {
    this.#screen.write(question)
    this.#shown = shown
    const line =
      this.#typedAhead.shift() ?? (this.#ended ? undefined : await this.#next(shown ? question : ''))
    this.#shown = true
    if (!shown) this.#screen.write('\n')
    if (line === undefined) throw new AppError('VALIDATION_ERROR', 'Canceled. Nothing was changed.')
    return line
  }

  close(): void {
    this.#lines.close()
  }

  #next(prompt: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#waiting = resolve
      // Readline redraws an edited line together with the question.
      this.#lines.setPrompt(prompt)
      if (prompt) this.#screen.write('\r')
      this.#lines.prompt()
    })
  }

  #settle(line: string | undefined): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(line)
  }
}

async function readOnlyLine(input: Input): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of input) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
  if (text === '') throw new AppError('VALIDATION_ERROR', 'Standard input is empty: it must be one line.')
  if (!/[\r\n]/.test(text)) return text
  throw new AppError('VALIDATION_ERROR', 'Standard input has several lines: it must be one.')
}
