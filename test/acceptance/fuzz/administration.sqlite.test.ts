import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../support/fast-check.ts'
import { openRaw } from '../../support/raw-connection.ts'
import { type AdminWorld, makeAdminWorld } from './admin-world.ts'
import { type Operation, readOperations } from './description.ts'
import { faultsOf } from './judge.ts'
import { type FuzzRequest, mutatedRequests, toBytes, validRequests } from './requests.ts'

/** Requests of each kind to each operation. */
const RUNS = Math.ceil(Number(process.env.FUZZ_RUNS ?? 60) / 6)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const LIVEZ = 'GET /livez HTTP/1.1\r\nhost: fuzz\r\n\r\n'

const operations = readOperations('openapi-admin.json')
const answered = new Map<string, number>()
/** Operations that did what a request asked for. */
const taken = new Set<Operation>()

let world: AdminWorld
let pid: number

beforeAll(async () => {
  world = await makeAdminWorld()
  pid = world.server.pid
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  const statuses = [...answered].sort().map(([status, times]) => `${status} ${times}`)
  console.info(`fuzz: FUZZ_SEED=${SEED} runs ${RUNS}; answers ${statuses.join(', ')}`)
})

async function send(operation: Operation, request: FuzzRequest): Promise<void> {
  const bytes = toBytes(request, await world.tokens())
  await using connection = await openRaw(world.server.url)
  const answer = await connection.exchange(bytes)
  answered.set(String(answer.status), (answered.get(String(answer.status)) ?? 0) + 1)
  if (answer.status < 400) taken.add(operation)
  expect(faultsOf(operation, request, answer), `${answer.status} ${answer.body}`).toEqual([])
  if (answer.headers.connection !== 'close') {
    expect((await connection.exchange(LIVEZ)).status, 'the next request on the connection').toBe(200)
  }
}

const settings = { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 200 }
const timeout = 120_000 + RUNS * 500

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_name, operation) => {
    test.each([
      ['what is valid', validRequests],
      ['what is wrong in any way', mutatedRequests],
    ])('%s is answered as described', { timeout }, async (_what, requests) => {
      const property = fc.asyncProperty(requests(operation, world.known), (request) =>
        send(operation, request),
      )
      await fc.assert(property, settings)
    })
  },
)

test('after all of it the same process serves, has logged no error and no secret, and has done most of it', async () => {
  expect(world.server.pid).toBe(pid)
  expect(world.server.output).not.toMatch(/"level":"(error|fatal)"/)
  for (const secret of world.secrets) expect(world.server.output).not.toContain(secret)
  expect((await world.server.send('GET', '/readyz')).status).toBe(200)
  const share = taken.size / operations.length
  expect(
    share,
    operations
      .filter((one) => !taken.has(one))
      .map(({ path }) => path)
      .join(),
  ).toBeGreaterThan(0.6)
})
