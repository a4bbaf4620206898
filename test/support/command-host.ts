/** Applies set-up files for acceptance tests. A command for each would take half a second more. */
import { commandContext } from '../../src/cli/context.ts'
import { explain } from '../../src/cli/explain.ts'
import { applySetup } from '../../src/features/setup/apply.ts'
import { answerMessages } from './host-messages.ts'

answerMessages<{ env: Record<string, string>; file: string }>(async ({ env, file }) => {
  try {
    const { notes: _, ...applied } = await commandContext(env).withFirstAdministration((ctx) =>
      applySetup(ctx, Buffer.from(file)),
    )
    return applied
  } catch (error) {
    throw new Error(explain(error, { debug: true, postgres: false }).join('\n'))
  }
})
