import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { placeOf } from '../../platform/db/postgres-place.ts'
import { dumpCommand, restoreCommands } from './postgres-commands.ts'

const URL = "postgres://transom:s3cret@db.example.com:6432/har'bor?sslmode=verify-full"

test('the commands do not contain the password', () => {
  const place = placeOf('postgres://transom:s3cret@db.example.com/transom')
  expect(dumpCommand(place, '/backup/a.dump')).toBe(
    '(umask 077 && pg_dump --host=db.example.com --port=5432 --username=transom --dbname=transom --format=custom --no-owner ' +
      '--no-privileges --file=/backup/a.dump)',
  )
  expect(restoreCommands(place, '/backup/a.dump')).toEqual([
    'createdb --host=db.example.com --port=5432 --username=transom transom_restored',
    'pg_restore --host=db.example.com --port=5432 --username=transom --dbname=transom_restored --no-owner ' +
      '--no-privileges --single-transaction /backup/a.dump',
  ])
  expect(JSON.stringify(place)).not.toContain('s3cret')
})

test('a shell reads each part as one word', () => {
  const command = dumpCommand(placeOf(URL), 'my $(file).dump')
  const words = execFileSync('sh', ['-c', `pg_dump() { printf '%s\n' "$PGSSLMODE" "$@"; }; ${command}`], {
    encoding: 'utf8',
  })
  expect(words.trimEnd().split('\n')).toEqual([
    'verify-full',
    '--host=db.example.com',
    '--port=6432',
    '--username=transom',
    "--dbname=har'bor",
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    '--file=my $(file).dump',
  ])
})

test('a socket can be the host', () => {
  expect(placeOf('postgres:///transom?host=/var/run/postgresql&user=ada')).toMatchObject({
    host: '/var/run/postgresql',
    user: 'ada',
    database: 'transom',
  })
})
