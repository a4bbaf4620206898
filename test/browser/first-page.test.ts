import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { startFileServer } from '../support/server.ts'
import { openVisitor } from './visitor.ts'

const BUILDS = join(import.meta.dirname, '../../.cache/console')
const BUDGET = 250_000

test('the first page after signing in needs at most 250 KB, compressed with gzip', async () => {
  const server = await startFileServer({ env: { CONSOLE: 'true' } })
  const { credentials } = await makeAdministrator(server)
  const visitor = await openVisitor(server, { credentials })
  await visitor.open('/')
  const { build } = (await server.send('GET', '/console/config.json')).body
  const { files } = JSON.parse(readFileSync(join(BUILDS, build, 'manifest.json'), 'utf8'))
  const loaded = await visitor.page.evaluate<string[]>(
    'performance.getEntriesByType("resource").map(({ name }) => name)',
  )
  const names = loaded
    .map((name) => /\/console\/(assets\/[^?]+)$/.exec(name)?.[1])
    .filter((name) => name !== undefined)
  const bytes = ['index.html', ...new Set(names)].map(
    (name) => files[name].sizes.gzip ?? files[name].sizes.identity,
  )
  expect(names.length).toBeGreaterThan(2)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET)
})
