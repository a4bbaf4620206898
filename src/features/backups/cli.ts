import type { Command } from 'commander'
import { addExamples } from '../../platform/cli/options.ts'
import { type Output, toJson } from '../../platform/cli/output.ts'
import type { PostgresPlace } from '../../platform/db/postgres-place.ts'
import type { BackupContext } from './context.ts'
import { type Backup, backUp } from './operations/back-up.ts'
import { type Restored, restoreBackup } from './operations/restore-backup.ts'
import { dumpCommand, restoreCommands } from './postgres-commands.ts'

/** The exit code for PostgreSQL databases: the commands to run were printed. */
const RUN_COMMANDS = 3

/** The database to back up or restore. */
export type BackupSource = BackupContext | { postgres: PostgresPlace }

/** Adds `backup FILE` and `restore FILE` to a program. */
export function registerBackupCommands(
  program: Command,
  source: () => Promise<BackupSource>,
  output: Output,
): void {
  addExamples(
    program
      .command('backup')
      .description('Write the embedded database and its signing secret to one file, while the server runs')
      .argument('<file>', 'The file to write, which will contain secrets and personal data')
      .option('--force', 'Replace the file')
      .option('--json', 'Report as one line of JSON')
      .addHelpText(
        'after',
        `\nOn PostgreSQL, prints the pg_dump command to run and exits with code ${RUN_COMMANDS}.`,
      ),
    'transom backup /backup/transom-$(date +%F).db',
    'transom backup /backup/newest.db --force --json',
  ).action(async (file: string, { force = false, json }: { force?: boolean; json?: boolean }) => {
    const from = await source()
    if ('postgres' in from) return referTo([dumpCommand(from.postgres, file)], json, output)
    const backup = backUp(from, file, { replace: force })
    if (json) output.print(toJson(backup))
    else for (const line of describeBackup(backup)) output.print(line)
  })

  addExamples(
    program
      .command('restore')
      .description('Replace the embedded database with a backup; stop the server first')
      .argument('<file>', 'A file that `transom backup` wrote')
      .option('--json', 'Report as one line of JSON')
      .addHelpText(
        'after',
        `
The old database stays in the folder under another name. On PostgreSQL, prints the commands to run and
exits with code ${RUN_COMMANDS}.`,
      ),
    'transom restore /backup/transom-2026-01-31.db',
  ).action(async (file: string, { json }: { json?: boolean }) => {
    const to = await source()
    if ('postgres' in to) return referTo(restoreCommands(to.postgres, file), json, output)
    const restored = restoreBackup(to, file)
    if (json) output.print(toJson(restored))
    else for (const line of describeRestored(restored, output.self)) output.print(line)
  })
}

function referTo(commands: string[], json: boolean | undefined, { print, note, exit }: Output): void {
  exit(RUN_COMMANDS)
  if (json) {
    print(toJson({ database: 'postgres', commands }))
    return
  }
  note('PostgreSQL has its own tools for backups. Nothing was done. Run:')
  for (const command of commands) print(command)
  note(
    'They ask for the password, or take it from ~/.pgpass. TRANSOM_JWT_SECRET is in your settings: keep it too.',
  )
  if (commands.length > 1)
    note('Then stop the servers, set DATABASE_URL to the new database, and start them.')
}

function describeBackup({ file, bytes, schema, has_secret, counts }: Backup): string[] {
  return [
    `${file}: ${(bytes / 1e6).toFixed(1)} MB, checked, schema ${schema}.`,
    `It contains: ${describeCounts(counts)}.`,
    has_secret
      ? 'It contains the signing secret: keep it as safe as the database.'
      : 'It contains no signing secret: also keep TRANSOM_JWT_SECRET from your settings.',
  ]
}

function describeRestored(
  { made_at, previous, to_migrate, has_secret, counts }: Restored,
  self: string,
): string[] {
  return [
    `The database is as it was at ${made_at}: ${describeCounts(counts)}.`,
    previous
      ? `The previous database is ${previous}. Remove it when you no longer need it.`
      : 'There was no database before.',
    ...(to_migrate.length > 0
      ? [`The next start brings it to the newest schema: ${to_migrate.join(', ')}.`]
      : []),
    'Deliveries sent since then are sent again, under the same message ids.',
    has_secret
      ? 'Its signing secrets are restored: sessions of that time stay valid. Later sessions end with their access tokens.'
      : 'It contains no signing secret: the one in the settings or in the folder stays.',
    'Changes since then are undone: passwords, signing secrets, permissions, revoked tokens, erasures.',
    `Repeat the erasures: ${self} person erase --again`,
  ]
}

function describeCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([table, count]) => `${table.replaceAll('_', ' ').replace('api', 'API')} ${count}`)
    .join(', ')
}
