import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeServer } from '../../support/server.ts'
import { runSql } from '../behind.ts'

test('servers and commands that open a new database concurrently all succeed, and migrate it once', async () => {
  await using first = await makeServer({ empty: true })
  await using second = await makeServer({ beside: first })
  const set = (slug: string) => first.apply({ brands: [{ slug, name: slug }] })
  await Promise.all([first.start(), second.start(), set('one'), set('two')])
  const files = readdirSync(join(import.meta.dirname, '../../../migrations', first.database.dialect))
  const applied = await runSql(first, 'SELECT name FROM schema_migrations ORDER BY name')
  expect(applied.map(({ name }) => name)).toEqual(files.filter((name) => name.endsWith('.sql')).sort())
  expect(await runSql(first, 'SELECT slug FROM brands ORDER BY slug')).toEqual([
    { slug: 'one' },
    { slug: 'two' },
  ])
  for (const server of [first, second]) {
    expect(await server.kill('SIGTERM')).toBe(0)
    const lines = server.output.split('\n').filter((line) => !line.includes('There is no administrator yet'))
    expect(lines.join('\n')).not.toMatch(/"level":"(warn|error|fatal)"/)
  }
})
