import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenTestDatabase, openTestDatabase } from '../../test/support/db.ts'
import {
  deleteExpiredAnswers,
  type IdempotentRequest,
  replayOrBegin,
  type StoredAnswer,
  storeAnswer,
} from './idempotency.ts'

const SECOND = 1_000_000
const HOUR = 3_600 * SECOND

let database: OpenTestDatabase
let keys = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const answer: StoredAnswer = {
  status: 201,
  contentType: 'application/json; charset=utf-8',
  headers: { 'x-lead-id': '7' },
  body: Buffer.from([0, 255, 10, 13]),
}

function newRequest(): IdempotentRequest {
  return { caller: 'user:1', key: `key ${++keys}`, fingerprint: 'a' }
}

function begin(request: IdempotentRequest, now: number) {
  return database.db.write((trx) => replayOrBegin(trx, request, now))
}

function run(request: IdempotentRequest, now: number, options: { provisional?: boolean } = {}) {
  return database.db.write(async (trx) => {
    const replay = await replayOrBegin(trx, request, now)
    if (!replay) await storeAnswer(trx, request, answer, { begun: now, now, ...options })
    return replay
  })
}

describe('replayOrBegin and storeAnswer', () => {
  it('replay the first answer, byte by byte', async () => {
    const request = newRequest()
    expect(await run(request, 0)).toBeNull()
    expect(await run(request, 24 * HOUR - 1)).toEqual(answer)
  })

  it('forget the answer after 24 hours', async () => {
    const request = newRequest()
    await run(request, 0)
    expect(await run({ ...request, fingerprint: 'b' }, 24 * HOUR)).toBeNull()
    expect(await run({ ...request, fingerprint: 'b' }, 25 * HOUR)).toEqual(answer)
  })

  it('refuse the key for another request', async () => {
    const request = newRequest()
    await run(request, 0)
    await expect(run({ ...request, fingerprint: 'b' }, 1)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
  })

  it('keep callers apart', async () => {
    const request = newRequest()
    await run(request, 0)
    expect(await run({ ...request, caller: 'user:2', fingerprint: 'b' }, 1)).toBeNull()
  })

  it('leave no trace of work that failed', async () => {
    const request = newRequest()
    const failing = database.db.write(async (trx) => {
      await replayOrBegin(trx, request, 0)
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await run({ ...request, fingerprint: 'b' }, 1)).toBeNull()
  })

  it('refuse a repetition while the first request runs, and replay its provisional answer if it never ends', async () => {
    const request = newRequest()
    await run(request, 0, { provisional: true })
    await expect(begin(request, 59 * SECOND)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      retryAfter: 1,
    })
    expect(await begin(request, 60 * SECOND)).toEqual(answer)
  })

  it('replay the final answer as soon as there is one', async () => {
    const request = newRequest()
    await run(request, 0, { provisional: true })
    const final = { status: 204, contentType: null, headers: {}, body: Buffer.alloc(0) }
    await database.db.write((trx) => storeAnswer(trx, request, final, { begun: 0, now: SECOND }))
    expect(await begin(request, 2 * SECOND)).toEqual(final)
  })

  it('let one of several concurrent requests do the work, across processes', async () => {
    const request = newRequest()
    const another = await database.openAnother()
    let worked = 0
    const once = (db: typeof another) =>
      db.write(async (trx) => {
        const replay = await replayOrBegin(trx, request, 0)
        if (replay) return replay
        worked++
        if (db.dialect === 'postgres') await sleep(50)
        await storeAnswer(trx, request, answer, { begun: 0, now: 0 })
        return null
      })
    const answers = await Promise.all([database.db, another, database.db, another].map(once))
    await another.close()
    expect(worked).toBe(1)
    expect(answers.filter((one) => one === null)).toHaveLength(1)
    expect(answers.filter((one) => one?.status === 201)).toHaveLength(3)
  })
})

describe('deleteExpiredAnswers', () => {
  it('deletes expired answers', async () => {
    const [old, recent] = [newRequest(), newRequest()]
    await run(old, 100 * HOUR)
    await run(recent, 124 * HOUR)
    await database.db.write((trx) => deleteExpiredAnswers(trx, 125 * HOUR))
    const rows = await database.db.read
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', 'in', [old.key, recent.key])
      .execute()
    expect(rows).toEqual([{ key: recent.key }])
  })
})
