import { setTimeout as sleep } from 'node:timers/promises'
import { type Check, type Finding, problem } from '../../../platform/check.ts'

const TIMEOUT_MS = 10_000

/** A finding with the name of the check that it is from. */
export interface Reported extends Finding {
  check: string
}

/** Runs all checks concurrently. Returns their findings in order. A check that throws or takes too long is an error. */
export async function runChecks(checks: readonly Check[]): Promise<Reported[]> {
  const all = await Promise.all(
    checks.map(async (check) => (await run(check)).map((finding) => ({ check: check.name, ...finding }))),
  )
  return all.flat()
}

async function run({ run, timeoutMs = TIMEOUT_MS }: Check): Promise<Finding[]> {
  const over = new AbortController()
  const late = sleep(timeoutMs, undefined, { signal: over.signal }).then(
    () => [
      problem(
        `There was no result within ${timeoutMs / 1000} s.`,
        'Check whether it is overloaded or unreachable.',
      ),
    ],
    () => [],
  )
  const done = run().catch((error: unknown) => [
    problem(
      `This could not be checked: ${reasonOf(error)}`,
      'Fix the cause in the message, and check again.',
    ),
  ])
  try {
    return await Promise.race([done, late])
  } finally {
    over.abort()
  }
}

/** Returns the error's code, because messages of drivers may quote values; without a code, the message. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' && code !== '' ? code : String(message ?? error)
}
