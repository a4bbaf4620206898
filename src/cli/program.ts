import '../../bin/check-node.js'
import { Command } from 'commander'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { registerTokenCommands } from '../features/access/cli-tokens.ts'
import { registerUserCommands } from '../features/access/cli-users.ts'
import { registerAuditCommands } from '../features/audit/cli.ts'
import { registerBackupCommands } from '../features/backups/cli.ts'
import { registerBrandCommands } from '../features/brands/cli.ts'
import { registerImportCommands } from '../features/dealer-imports/cli.ts'
import { registerDealerCommands } from '../features/dealers/administration/dealers-cli.ts'
import { registerGroupCommands } from '../features/dealers/administration/groups-cli.ts'
import { registerTerritoryCommands } from '../features/dealers/administration/territories-cli.ts'
import { registerDeliveryCommands } from '../features/deliveries/cli.ts'
import { registerDoctorCommand } from '../features/doctor/cli.ts'
import { registerKeyCommands } from '../features/keys/cli.ts'
import { registerLeadCommands } from '../features/leads/cli.ts'
import { registerLocateCommand } from '../features/locator/cli.ts'
import { registerPostalCommands } from '../features/postal-codes/cli.ts'
import { registerPersonCommands } from '../features/privacy/cli.ts'
import { registerSetupCommands } from '../features/setup/cli.ts'
import { registerInitCommand } from '../features/setup/init/cli.ts'
import { registerWarrantyCommands } from '../features/warranties/cli/cli.ts'
import { type Output, oneLine } from '../platform/cli/output.ts'
import { openTerminal } from '../platform/cli/terminal.ts'
import { explainDatabaseError } from '../platform/db/explain.ts'
import { isUnavailable } from '../platform/db/unavailable.ts'
import { AppError } from '../platform/errors.ts'
import { VERSION } from '../version.ts'
import { withChecks } from './checks.ts'
import { commandContext } from './context.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)
const note = (line: string) => void process.stderr.write(`${line}\n`)
const exit = (code: number) => {
  process.exitCode = code
}
const output: Output = { print, note, exit, stdout: process.stdout, self }
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has read enough: `transom locate … | head`.
  if (error.code === 'EPIPE') return
  note(
    `The output could not be written: ${error.message}. What the command was to change may be changed all the same.`,
  )
  exit(1)
})

const context = commandContext(process.env)
const program = new Command('transom')
  .description('Warranty registration, dealer locator and lead intake for boat builders')
  .version(VERSION, '--version', 'print the version')
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    `
Every command has --help with examples. Settings are environment variables, such as DATA_DIR,
DATABASE_URL and PORT, the same for commands as for the server: docs/operations.md.

Exit codes:
  0  done
  1  not done; standard error says why
  2  nothing was found (leads, person, warranties)
  3  backup, restore: on PostgreSQL; what to run is printed`,
  )

const terminal = openTerminal(process.stdin, process.stderr)

program.commandsGroup('Run:')
const MODES = {
  serve: 'answer requests, and work off deliveries',
  work: 'work off deliveries only, beside servers on the same PostgreSQL',
}
for (const [mode, does] of Object.entries(MODES)) {
  program
    .command(mode)
    .description(does)
    .action(async () => {
      const { runServer } = await import('../server/serve.ts')
      await runServer(mode, process.env)
    })
}
program
  .command('migrate')
  .description('bring the database to the newest schema; the server does so itself when it starts')
  .action(async () => {
    const applied = await context.migrate()
    if (applied.length > 0) print(`Applied: ${applied.join(', ')}.`)
    print('The database has the newest schema.')
  })
program
  .command('demo')
  .description('serve made-up data from a scratch folder, and show what to try')
  .action(async () => {
    const config = readConfig(process.env)
    const { runDemo } = await import('./demo/demo.ts')
    await runDemo({ host: config.HOST, port: config.PORT, url: addressOf(config), env: process.env, print })
  })

program.commandsGroup('Set up:')
registerInitCommand(program, context.withFirstAdministration, output, {
  terminal,
  serverUrl: () => addressOf(readConfig(process.env)),
})
registerSetupCommands(program, context.withFirstSetup, output)
registerImportCommands(program, context.withSetup, output)
registerBrandCommands(program, context.withAdministration, output, terminal)
registerGroupCommands(program, context.withAdministration, output)
registerDealerCommands(program, context.withAdministration, output)
registerTerritoryCommands(program, context.withAdministration, output)
registerPostalCommands(program, context.withAudited, context.withFirstAudited, output)
registerUserCommands(program, context.withAdministration, output, terminal)
registerTokenCommands(program, context.withAdministration, output, terminal)
registerKeyCommands(program, () => readConfig(process.env), context.withFirstAudited, output)
program.commandsGroup('See what there is:')
registerLocateCommand(program, context.withLocator, output)
registerWarrantyCommands(program, context.withWarranties, output)
registerDeliveryCommands(program, context.withDeliveries, output, terminal)
registerLeadCommands(program, context.withAudited, output)
registerAuditCommands(program, context.withAudit, output)
registerPersonCommands(program, context.withWarranties, output, terminal)
program.commandsGroup('Look after the server:')
registerBackupCommands(program, context.backupSource, output)
registerDoctorCommand(program, (mailTo, work) => withChecks(process.env, mailTo, work), output)

try {
  await program.parseAsync()
} catch (error) {
  for (const line of explain(error)) note(line)
  process.exitCode ??= 1
} finally {
  terminal.close()
}

/** Where a client on this machine finds the server. */
function addressOf({ HOST, PORT }: Config): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/** What went wrong, for the person at the terminal. */
function explain(error: unknown): string[] {
  if (error instanceof AppError) {
    return [error.message, ...error.issues.map(({ field, message }) => `  ${field} ${message}`)].map(oneLine)
  }
  if (error instanceof ConfigError) return [error.message]
  const reason =
    error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
  const explained = process.env.DATABASE_URL ? explainDatabaseError(error) : undefined
  if (explained) return [`DATABASE_URL cannot be used: ${explained.cause} ${explained.remedy}`]
  if (isUnavailable(error)) return [`The database cannot be reached, is busy or is full: ${reason}`]
  const stack = process.env.LOG_LEVEL === 'debug' && error instanceof Error && error.stack
  return [stack || `${reason} (LOG_LEVEL=debug shows where this comes from.)`]
}
