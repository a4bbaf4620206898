import { readConfig } from '../config.ts'
import { addressOf } from '../server/address.ts'
import type { CommandParts } from './parts.ts'

const MODES = {
  serve: 'Serve requests and send pending deliveries',
  work: 'Send pending deliveries only, beside servers on the same PostgreSQL database',
}

/** Adds `serve`, `work`, `migrate` and `demo` to a program. */
export function registerRunCommands({ program, context, output, env }: CommandParts): void {
  for (const [mode, does] of Object.entries(MODES)) {
    program
      .command(mode)
      .description(does)
      .action(async () => {
        const { runServer } = await import('../server/serve.ts')
        await runServer(mode, env)
      })
  }
  program
    .command('migrate')
    .description('Update the database schema; the server also does this when it starts')
    .action(async () => {
      const applied = await context.migrate()
      if (applied.length > 0) output.print(`Applied: ${applied.join(', ')}.`)
      output.print('The database has the newest schema.')
    })
  program
    .command('demo')
    .description('Serve sample data from a temporary folder, and show what to try')
    .action(async () => {
      const config = readConfig(env)
      const { runDemo } = await import('./demo/demo.ts')
      const { HOST: host, PORT: port } = config
      await runDemo({ host, port, url: addressOf(config), env, print: output.print })
    })
}
