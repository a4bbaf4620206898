import { setTimeout as sleep } from 'node:timers/promises'
import { type Check, type Finding, problem } from '../../../platform/check.ts'

const TIMEOUT_MS = 10_000

/** A finding with the name of the check that it is from. */
export interface Reported extends Finding {
  check: string
}

/** Runs all checks side by side; answers in their order. One that throws or takes too long is a fault by itself. */
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
        `There was no answer within ${timeoutMs / 1000} s.`,
        'See whether it is overloaded or cut off.',
      ),
    ],
    () => [],
  )
  const done = run().catch((error: unknown) => [
    problem(`This could not be checked: ${reasonOf(error)}`, 'Mend what the message names, and check again.'),
  ])
  try {
    return await Promise.race([done, late])
  } finally {
    over.abort()
  }
}

/** A code where there is one: messages of drivers may quote values. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' && code !== '' ? code : String(message ?? error)
}
