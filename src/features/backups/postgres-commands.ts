import { quote } from '../../platform/cli/quote.ts'
import type { PostgresPlace } from '../../platform/db/postgres-place.ts'

/** Returns the command that backs up a PostgreSQL database, without the password: pg_dump asks, or reads PGPASSFILE. */
export function dumpCommand(place: PostgresPlace, file: string): string {
  const dump = `pg_dump ${where(place)} --dbname=${quote(place.database)} --format=custom --no-owner --no-privileges`
  // The file contains secrets and personal data.
  return `(umask 077 && ${ssl(place)}${dump} --file=${quote(file)})`
}

/** Returns the commands that restore it into a new database beside the present one. */
export function restoreCommands(place: PostgresPlace, file: string): string[] {
  const fresh = quote(`${place.database}_restored`)
  return [
    `${ssl(place)}createdb ${where(place)} ${fresh}`,
    `${ssl(place)}pg_restore ${where(place)} --dbname=${fresh} --no-owner --no-privileges --single-transaction ${quote(file)}`,
  ]
}

function where({ host, port, user }: PostgresPlace): string {
  return `--host=${quote(host)} --port=${port} --username=${quote(user)}`
}

function ssl({ sslmode }: PostgresPlace): string {
  return sslmode ? `PGSSLMODE=${quote(sslmode)} ` : ''
}
