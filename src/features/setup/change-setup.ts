import type { Changed, Plan } from '../../platform/cli/administration.ts'
import type { Reader } from '../../platform/db/db.ts'
import { AppError, Invalid } from '../../platform/errors.ts'
import { applySetup, type SetupContext } from './apply.ts'

const ATTEMPTS = 5

/** What a plan was made in view of has changed since: make it again. */
class PlanMovedOn extends Error {}

/**
 * Carries out what a command has planned, as a set-up file with that content would be. The plan is what it would
 * be at the moment of the change, whoever else changes something meanwhile. Throws VALIDATION_ERROR with every fault.
 */
export async function changeSetup(ctx: SetupContext, plan: Plan): Promise<Changed> {
  const write = async (reader: Reader) => JSON.stringify(await plan(reader))
  for (let attempt = 1; ; attempt++) {
    const planned = await write(ctx.db.read)
    try {
      const outcome = await applySetup(ctx, Buffer.from(planned), async (trx) => {
        if ((await write(trx)) !== planned) throw new PlanMovedOn()
      })
      // Without their entries, those of several postal codes are the same.
      return { ...outcome, notes: [...new Set(outcome.notes.map(withoutEntry))] }
    } catch (error) {
      if (error instanceof PlanMovedOn && attempt < ATTEMPTS) continue
      throw error instanceof AppError && error.issues.length > 0 ? new Invalid(error.issues) : error
    }
  }
}

function withoutEntry(note: string): string {
  return note.replace(/^\w+\[\d+\]/, 'It')
}
