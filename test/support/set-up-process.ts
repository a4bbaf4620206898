/**
 * Applies set-up files for acceptance tests: a JSON line of standard input for each, a JSON line of the result. A
 * command for each would take half a second more.
 */
import { createInterface } from 'node:readline'
import { commandContext } from '../../src/cli/context.ts'
import { explain } from '../../src/cli/explain.ts'
import { applySetup } from '../../src/features/setup/apply.ts'

for await (const line of createInterface({ input: process.stdin })) {
  const { env, file } = JSON.parse(line)
  try {
    const { notes, ...applied } = await commandContext(env).withFirstAdministration((ctx) =>
      applySetup(ctx, Buffer.from(file)),
    )
    console.log(JSON.stringify({ applied, notes }))
  } catch (error) {
    console.log(JSON.stringify({ error: explain(error, { debug: true, postgres: false }).join('\n') }))
  }
}
