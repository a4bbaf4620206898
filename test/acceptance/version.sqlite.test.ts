import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServer } from '../support/server.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))

test('package.json, --version, openapi.json, the log and the metrics name one version', async () => {
  await using server = await startServer()
  const description = await server.send('GET', '/openapi.json')
  expect(JSON.parse(description.text).info.version).toBe(version)
  expect((await server.send('GET', '/metrics')).text).toContain(
    `transom_build_info{version="${version}"} 1\n`,
  )
  const started = server.output.split('\n').find((line) => line.includes('Transom listens on'))
  expect(JSON.parse(started!)).toMatchObject({ version })
  expect(await server.command('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})
