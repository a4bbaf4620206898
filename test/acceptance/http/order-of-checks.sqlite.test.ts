import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Integrator, newHin, warrantyBody } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { makeUsers } from '../auth/users.ts'
import { refusal } from '../errors.ts'

let server: TestServer
/** Nobody is not logged in, idle may call nothing. */
let callers: Record<'ada' | 'idle' | 'nobody', Integrator>
const known = newHin()

beforeAll(async () => {
  server = await startServer()
  callers = await makeUsers(server, { ada: {}, idle: { permissions: [] }, nobody: {} })
  await Promise.all([callers.ada.logIn(), callers.idle.logIn()])
  await callers.ada.register({ hin: known })
})
afterAll(() => server[Symbol.asyncDispose]())

const FOREIGN = 987_654

interface Request {
  by: keyof typeof callers
  hin: 'short' | 'good'
  body: 'of another type' | 'broken' | 'empty' | 'wrong' | 'right'
  brand: 'foreign' | 'own'
}

/** Each request has one fault less than the one before it; the first of its faults is answered. */
const STEPS: (Request & { status: number; code: string })[] = [
  {
    by: 'nobody',
    hin: 'short',
    body: 'broken',
    brand: 'foreign',
    status: 401,
    code: 'AUTHENTICATION_REQUIRED',
  },
  { by: 'idle', hin: 'short', body: 'broken', brand: 'foreign', status: 403, code: 'ENDPOINT_NOT_PERMITTED' },
  {
    by: 'nobody',
    hin: 'short',
    body: 'of another type',
    brand: 'foreign',
    status: 401,
    code: 'AUTHENTICATION_REQUIRED',
  },
  {
    by: 'idle',
    hin: 'short',
    body: 'of another type',
    brand: 'foreign',
    status: 403,
    code: 'ENDPOINT_NOT_PERMITTED',
  },
  {
    by: 'ada',
    hin: 'short',
    body: 'of another type',
    brand: 'foreign',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  { by: 'ada', hin: 'short', body: 'broken', brand: 'foreign', status: 400, code: 'INVALID_JSON' },
  { by: 'ada', hin: 'short', body: 'empty', brand: 'foreign', status: 400, code: 'INVALID_JSON' },
  { by: 'ada', hin: 'short', body: 'wrong', brand: 'foreign', status: 422, code: 'INVALID_HIN_FORMAT' },
  { by: 'ada', hin: 'good', body: 'wrong', brand: 'foreign', status: 422, code: 'VALIDATION_ERROR' },
  { by: 'ada', hin: 'good', body: 'right', brand: 'foreign', status: 403, code: 'BRAND_NOT_PERMITTED' },
]

/** Endpoints with the HIN in their path, and what is wrong and right for their bodies. */
const ENDPOINTS = [
  { name: 'get', method: 'GET', end: '' },
  { name: 'history', method: 'GET', end: '/history' },
  { name: 'retry-sync', method: 'POST', end: '/retry-sync', wrong: [], right: {} },
  { name: 'update', method: 'PATCH', end: '', wrong: { model: 7 }, right: { warranty_notes: 'x' } },
  {
    name: 'transfer',
    method: 'POST',
    end: '/transfer',
    wrong: { contact: { first_name: 7 } },
    right: { contact: { first_name: 'Bo', last_name: 'Lake', phone: '1', zipcode: '75067' } },
  },
]

const send = (
  by: keyof typeof callers,
  method: string,
  path: string,
  kind: Request['body'],
  value: unknown,
) => {
  const caller = callers[by]
  const authorization = caller.accessToken ? `Bearer ${caller.accessToken}` : ''
  const type = kind === 'of another type' ? 'text/plain' : 'application/json'
  const raw = { broken: '{', empty: '' }[kind as string] ?? JSON.stringify(value)
  const body = method === 'GET' ? {} : { raw }
  return server.send(method, `/api/v1${path}`, { ...body, headers: { authorization, 'content-type': type } })
}

describe.each(ENDPOINTS)('$name', ({ method, end, wrong, right }) => {
  const steps = STEPS.filter(
    ({ by, body }) => method !== 'GET' || by !== 'ada' || body === 'right' || body === 'wrong',
  )
  const hasBody = method !== 'GET'
  const mayBeEmpty = end === '/retry-sync'

  test.each(
    steps.filter(
      ({ body, code }) => (hasBody || code !== 'VALIDATION_ERROR') && !(mayBeEmpty && body === 'empty'),
    ),
  )(
    'answers $status $code to $by with a $hin HIN, a body $body and a brand $brand',
    async ({ by, hin, body, status, code }) => {
      const path = `/warranty/${hin === 'short' ? 'short' : newHin()}${end}?brand_id=${FOREIGN}`
      const answer = await send(by, method, path, body, body === 'wrong' ? wrong : right)
      expect(answer).toMatchObject(refusal(status, code))
    },
  )

  test('answers 404 when nothing else is wrong', async () => {
    const answer = await send('ada', method, `/warranty/${newHin()}${end}`, 'right', right)
    expect(answer).toMatchObject(refusal(404, 'WARRANTY_NOT_FOUND'))
  })
})

describe('create', () => {
  const body = ({ hin, body, brand }: Request) => {
    const brandId = brand === 'foreign' ? FOREIGN : callers.ada.brand.id
    return warrantyBody(brandId, {
      hin: hin === 'short' ? 'short' : known,
      ...(body === 'wrong' && { model: 7 }),
    })
  }

  test.each(STEPS)(
    'answers $status $code to $by with a $hin HIN, a body $body and a brand $brand',
    async (step) => {
      const answer = await send(step.by, 'POST', '/warranty', step.body, body(step))
      expect(answer).toMatchObject(refusal(step.status, step.code))
    },
  )

  test('answers 409 only to callers with the brand', async () => {
    const step = { by: 'ada', hin: 'good', body: 'right', brand: 'own' } as const
    expect(await send('ada', 'POST', '/warranty', 'right', body(step))).toMatchObject(
      refusal(409, 'DUPLICATE_HIN'),
    )
  })
})

test('list answers 401, then 403, then 400, then 422, then 403 for the brand', async () => {
  const list = (by: keyof typeof callers, query: string) => send(by, 'GET', `/warranty?${query}`, 'right', {})
  const foreign = `brand_id=${FOREIGN}`
  expect(await list('nobody', `page=x&page=y&${foreign}`)).toMatchObject(
    refusal(401, 'AUTHENTICATION_REQUIRED'),
  )
  expect(await list('idle', `page=x&page=y&${foreign}`)).toMatchObject(refusal(403, 'ENDPOINT_NOT_PERMITTED'))
  expect(await list('ada', `page=x&page=y&hin=short&${foreign}`)).toMatchObject(refusal(400, 'BAD_REQUEST'))
  expect(await list('ada', `page=x&hin=short&${foreign}`)).toMatchObject(refusal(422, 'INVALID_HIN_FORMAT'))
  expect(await list('ada', `page=x&${foreign}`)).toMatchObject(refusal(422, 'VALIDATION_ERROR'))
  expect(await list('ada', foreign)).toMatchObject(refusal(403, 'BRAND_NOT_PERMITTED'))
})
