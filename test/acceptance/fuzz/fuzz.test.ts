import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from '../../support/fast-check.ts'
import { openRaw, type RawAnswer } from '../../support/raw-connection.ts'
import { runSql } from '../behind.ts'
import { type Operation, readOperations } from './description.ts'
import { faultsOf } from './judge.ts'
import { type FuzzRequest, mutatedRequests, toBytes, validRequests } from './requests.ts'
import { makeWorld, type World } from './world.ts'

/** Requests of each kind to each operation: `FUZZ_RUNS=20000 npm test -- test/acceptance/fuzz` looks long. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60)
/** Printed with the result; `FUZZ_SEED` does the same run again. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const LIVEZ = 'GET /livez HTTP/1.1\r\nhost: fuzz\r\n\r\n'

const operations = readOperations()
const answered = new Map<string, number>()

let world: World
let pid: number
/** What was acknowledged, to be held against what is stored. */
const acknowledged = { warranties: 0, leads: new Set<unknown>() }

beforeAll(async () => {
  world = await makeWorld()
  pid = world.server.pid
  acknowledged.warranties = await count('warranties')
})

afterAll(async () => {
  await world[Symbol.asyncDispose]()
  const statuses = [...answered].sort().map(([status, times]) => `${status} ${times}`)
  console.info(`fuzz: FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}; answers ${statuses.join(', ')}`)
})

async function count(table: string): Promise<number> {
  return Number((await runSql(world.server, `SELECT count(*) AS total FROM ${table}`))[0]!.total)
}

/** Sends a request, holds the answer to the description, and asks for life on the same connection. */
async function send(operation: Operation, request: FuzzRequest): Promise<RawAnswer> {
  const bytes = toBytes(request, await world.tokensFor(operation))
  await using connection = await openRaw(world.server.url)
  const answer = await connection.exchange(bytes)
  answered.set(String(answer.status), (answered.get(String(answer.status)) ?? 0) + 1)
  note(operation, answer)
  expect(faultsOf(operation, request, answer), `${answer.status} ${answer.body}`).toEqual([])
  if (answer.headers.connection !== 'close') {
    expect((await connection.exchange(LIVEZ)).status, 'the next request on the connection').toBe(200)
  }
  return answer
}

function note({ method, path }: Operation, { status, headers, body }: RawAnswer): void {
  const isNew = headers['idempotency-replayed'] === undefined
  if (method === 'POST' && path === '/api/v1/warranty' && status === 201 && isNew) acknowledged.warranties++
  if (path === '/api/v1/warranties/bulk' && status === 200 && isNew) {
    acknowledged.warranties += JSON.parse(body.toString()).meta.summary.created
  }
  if (path === '/lead-submission' && status < 300) {
    acknowledged.leads.add(headers['x-lead-id'] ?? JSON.parse(body.toString()).lead_id)
  }
}

const settings = { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 1_000 }
const timeout = 120_000 + RUNS * 100

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s',
  (_name, operation) => {
    test('valid requests get a described response, and some are accepted', { timeout }, async () => {
      let taken = 0
      const requests = validRequests(operation, world.known)
      const property = fc.asyncProperty(requests, async (request) => {
        if ((await send(operation, request)).status < 400) taken++
      })
      // Of what some operations are sent few are taken, so that all of a run may be refused by chance.
      for (let more = 0; more < 20 && taken === 0; more++) {
        await fc.assert(property, { ...settings, seed: SEED + more })
      }
      expect(taken).toBeGreaterThan(0)
    })

    test('invalid requests are refused as described', { timeout }, async () => {
      const property = fc.asyncProperty(mutatedRequests(operation, world.known), async (request) => {
        await send(operation, request)
      })
      await fc.assert(property, settings)
    })
  },
)

test('after all of it the same process serves, and stores what it acknowledged and nothing else', async () => {
  expect(world.server.pid).toBe(pid)
  expect(world.server.output).not.toMatch(/"level":"(error|fatal)"/)
  expect(world.server.output).not.toContain(world.caller.credentials.password)
  expect(world.server.output).not.toContain(world.caller.accessToken)
  expect(await world.caller.register()).toMatchObject({ status: 201 })
  expect(await world.caller.submitLead()).toMatchObject({ status: 200 })
  expect(await world.caller.locate({ postal_code: '75067', country: 'US' })).toMatchObject({ status: 200 })
  expect(await count('warranties')).toBe(acknowledged.warranties + 1)
  expect(await count('leads')).toBe(acknowledged.leads.size + 1)
})
