import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const EACH = 300
const DRAW = `
  const { freePort } = await import(${JSON.stringify(join(import.meta.dirname, 'ports.ts'))})
  process.stdin.resume().on('end', () => process.exit())
  const ports = []
  for (let n = 0; n < ${EACH}; n++) ports.push(await freePort())
  console.log(JSON.stringify(ports))
`

test('no port is given twice while one who was given it lives, though nobody listens on it yet', async () => {
  const processes = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', DRAW], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const draws = await Promise.all(
    processes.map(async ({ stdout }) => {
      const [line] = (await once(stdout.setEncoding('utf8'), 'data')) as [string]
      return JSON.parse(line) as number[]
    }),
  )
  for (const { stdin } of processes) stdin.end()
  const ports = draws.flat()
  expect(ports).toHaveLength(3 * EACH)
  expect(new Set(ports).size).toBe(ports.length)
  // The kernel uses the others for port 0 and for outgoing connections.
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
