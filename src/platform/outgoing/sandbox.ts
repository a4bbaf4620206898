import { AsyncLocalStorage } from 'node:async_hooks'

/** A message that would have left the server. */
export interface CapturedMessage {
  /** An HTTP method, or `MAIL`. */
  method: string
  /** The URL, or the address of the mail's receiver. */
  to: string
  /** Without credentials. */
  headers: Record<string, string>
  body: string
}

/** Ends the work of a sandbox at its first message. */
class Captured extends Error {
  readonly captured: CapturedMessage

  constructor(captured: CapturedMessage) {
    super('A sandbox sends nothing.')
    this.captured = captured
  }
}

const sandboxes = new AsyncLocalStorage<true>()

/**
 * Runs work up to its first message, which is returned instead of sent. Returns the result of work that sends nothing.
 */
export async function inSandbox<T>(
  work: () => Promise<T>,
): Promise<{ captured: CapturedMessage } | { result: T }> {
  try {
    return { result: await sandboxes.run(true, work) }
  } catch (error) {
    if (error instanceof Captured) return { captured: error.captured }
    throw error
  }
}

const CREDENTIALS = ['authorization', 'cookie']

/**
 * Every way out of the server calls this before it connects.
 * @throws Captured in a sandbox
 */
export function captureInSandbox(message: CapturedMessage): void {
  if (!sandboxes.getStore()) return
  const headers = Object.entries(message.headers).filter(([name]) => !CREDENTIALS.includes(name))
  throw new Captured({ ...message, headers: Object.fromEntries(headers) })
}
