import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CURL = join(ROOT, 'src/cli/demo/curl.test-support.ts')

/** Runs what was printed, in one shell, with a curl that tells the statuses: a machine may have none. */
async function paste(server: TestServer, commands: { command: string }[]): Promise<string[]> {
  const curl = `curl() { "${process.execPath}" "${CURL}" "$@"; }`
  const script = [curl, ...commands.map(({ command }) => command)].join('\n')
  const env = { ...server.env, PATH: process.env.PATH }
  const { stdout } = await promisify(execFile)('sh', ['-ec', script], { cwd: ROOT, env })
  return stdout.split('\n').filter((line) => /^[1-5]\d\d /.test(line))
}

const OPTIONS = [
  'init',
  '--brand',
  'harbor-craft',
  '--brand-name',
  'Harbor Craft',
  '--email',
  "o'neil@example.com",
]

test('the commands that init prints work, from the first login to the first lead', async () => {
  await using server = await startServer()
  const first = await server.command(...OPTIONS, '--generate', '--json')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  const { commands, ...made } = JSON.parse(first.stdout)
  expect(made).toEqual({
    brand: { id: 1, slug: 'harbor-craft', made: true },
    api_user: {
      id: 1,
      email: "o'neil@example.com",
      made: true,
      brand_added: false,
      password: expect.stringMatching(/^[\w-]{24}$/),
    },
    api_token: {
      id: 1,
      name: 'website',
      made: true,
      brand_added: false,
      token: expect.stringMatching(/^tr_[\w-]{43}$/),
    },
  })
  const answers = await paste(server, commands)
  expect(answers.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    '201 POST /api/v1/warranty',
    '200 GET /dealer-locator',
    '200 POST /lead-submission',
  ])
  expect(answers[1]).toContain('"name":"First Dealer"')

  const again = await server.command(...OPTIONS)
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toMatch(
    /^Brand harbor-craft \(id 1\): existed\.\nAPI user .*: existed\.\nAPI token website \(id 1\): existed/,
  )
  expect(again.stdout).toContain('\n# Log in')
  for (const secret of [made.api_user.password, made.api_token.token]) {
    expect(again.stdout + server.output).not.toContain(secret)
  }
})
