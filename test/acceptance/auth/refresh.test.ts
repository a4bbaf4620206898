import { describe, expect, test } from 'vitest'
import type { Answer } from '../../support/client.ts'
import { startFileServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'
import { listWith, makeUsers, refresh } from './users.ts'

const server = await startFileServer({ ownProcess: true })
const ada = (await makeUsers(server, { ada: {} })).ada

const works = async ({ status, body }: Answer) =>
  status === 200 && (await listWith(server, body.data.access_token)).status === 200

/** A session's tokens from the first on, each exchanged for the next. */
async function chain(length: number): Promise<Answer[]> {
  const answers = [await ada.logIn()]
  while (answers.length < length) {
    answers.push(await refresh(server, answers.at(-1)!.body.data.refresh_token))
  }
  return answers
}

async function expectEnded(answers: Answer[]) {
  for (const { body } of answers) {
    expect(await listWith(server, body.data.access_token)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
    expect(await refresh(server, body.data.refresh_token)).toMatchObject(refusal(401, 'INVALID_TOKEN'))
  }
}

test('refresh answers as login does, with a pair that is new and works', async () => {
  const [first, second] = (await chain(2)) as [Answer, Answer]
  expect(second).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(second.body).toEqual({
    success: true,
    status: 200,
    data: {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
    },
    meta: { timestamp: expect.stringMatching(/\.\d{6}Z$/), version: '0.2.0' },
  })
  expect(second.body.data.access_token).not.toBe(first.body.data.access_token)
  expect(second.body.data.refresh_token).not.toBe(first.body.data.refresh_token)
  expect(await works(second)).toBe(true)
  expect(await works(first)).toBe(true)
})

test.each([
  ['nothing', {}],
  ['null', { refresh_token: null }],
  ['a number', { refresh_token: 7 }],
  ['an empty text', { refresh_token: '' }],
  ['more than 4,096 characters', { refresh_token: 'x'.repeat(4_097) }],
  ['another name', { refreshToken: 'a.b.c' }],
])('refresh with %s is a validation error', async (_, body) => {
  const answer = await server.send('POST', '/api/v1/auth/refresh', { body })
  expect(answer).toMatchObject(refusal(422, 'VALIDATION_ERROR'))
  expect(answer.body.error.details).toMatchObject([{ field: 'refresh_token' }])
})

test('ten concurrent refreshes all get a pair, and each of these can be refreshed', async () => {
  const { body } = await ada.logIn()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => refresh(server, body.data.refresh_token)),
  )
  expect(await Promise.all(answers.map(works))).toEqual(Array(10).fill(true))
  expect(new Set(answers.map((answer) => answer.body.data.refresh_token)).size).toBe(10)
  for (const answer of answers)
    expect(await works(await refresh(server, answer.body.data.refresh_token))).toBe(true)
})

test('a client that lost the response repeats the refresh and continues', async () => {
  const [, last] = (await chain(4)).slice(-2) as [Answer, Answer]
  const lost = await refresh(server, last.body.data.refresh_token)
  const again = await refresh(server, last.body.data.refresh_token)
  expect([await works(lost), await works(again)]).toEqual([true, true])
  expect(await works(await refresh(server, again.body.data.refresh_token))).toBe(true)
})

describe('a grandparent that comes back, even within the grace,', () => {
  test('ends its family down to the newest token', async () => {
    const family = await chain(3)
    expect(await refresh(server, family[0]!.body.data.refresh_token)).toMatchObject(
      refusal(401, 'INVALID_TOKEN'),
    )
    await expectEnded(family)
  })

  test("leaves the user's other sessions alone", async () => {
    const other = await ada.logIn()
    const family = await chain(3)
    await refresh(server, family[0]!.body.data.refresh_token)
    await expectEnded(family)
    expect(await works(other)).toBe(true)
    expect(await works(await refresh(server, other.body.data.refresh_token))).toBe(true)
  })
})

test('tokens outlive a restart, and so does the end of a session', async () => {
  const [alive, ended] = [await chain(2), await chain(3)]
  await refresh(server, ended[0]!.body.data.refresh_token)
  await server.restart('SIGKILL')
  await expectEnded(ended)
  expect(await works(alive[1]!)).toBe(true)
  expect(await works(await refresh(server, alive[1]!.body.data.refresh_token))).toBe(true)
})
