import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { processorTime } from '../../test/support/processor-time.ts'
import { createLogger } from './log.ts'

const person = 'ada.lovelace@example.com'

describe('a line', () => {
  test('is one JSON object with level, time, process and message', () => {
    const { logger, lines } = capture()
    logger.info({ lead_id: 7 }, 'Lead %d saved', 7)
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        pid: process.pid,
        lead_id: 7,
        msg: 'Lead 7 saved',
      },
    ])
  })

  test('below the level is not written', () => {
    const { logger, lines } = capture('warn')
    logger.info('quiet')
    logger.warn('loud')
    expect(lines().map(({ msg }) => msg)).toEqual(['loud'])
  })

  test('cannot be forged by line ends or other control characters anywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { logger, raw } = capture()
        const forged = `${text}\r\n{"level":"fatal"}\u001b[2K`
        logger
          .child({ reqId: forged })
          .info({ [forged]: { [forged]: [forged] }, err: new Error(forged) }, forged)
        expect(raw().endsWith('\n')).toBe(true)
        expect([...raw().slice(0, -1)].filter((character) => character < ' ')).toEqual([])
        expect(JSON.parse(raw()).level).toBe('info')
      }),
    )
  })
})

describe('never in a log:', () => {
  const values = {
    authorization: 'Basic dXNlcjpodW50ZXIy',
    'x-api-token': 'tok_4f9a1c',
    'X-API-Token': 'tok_4f9a1c',
    cookie: 'session=4f9a1c',
    'set-cookie': 'session=4f9a1c',
    password: 'hunter2',
    refresh_token: 'tok_4f9a1c',
    accessToken: 'tok_4f9a1c',
    token: 'tok_4f9a1c',
    secret: 'hunter2',
    webhook_secret: 'hunter2',
    email: person,
    contact_email: person,
    phone: '+1 555 0100',
    contact_phone: '+1 555 0100',
    first_name: 'Ada',
    contactLastName: 'Lovelace',
    address: '12 St James Square',
    contact_address1: '12 St James Square',
    contact: { nickname: 'Ada' },
    body: '{"name":"Ada"}',
    parameters: ['Ada', 'Lovelace'],
  }
  // Values that can't be part of a time or a process id.
  const giveaway = /hunter2|4f9a1c|dXNlcj|ada\.|Ada|Lovelace|James|555 /

  test.each(Object.entries(values))('%s, at any depth', (key, value) => {
    const { logger, raw } = capture()
    logger.info({ [key]: value })
    logger.info({ a: { b: [{ c: { [key]: value } }] } })
    logger.info('formatted %j', { [key]: value })
    expect(raw()).not.toMatch(giveaway)
    expect(raw().match(/\[redacted\]/g)).toHaveLength(3)
  })

  test('a sensitive binding of a child logger', () => {
    const { logger, raw } = capture()
    logger.child({ email: person, token: 'tok_4f9a1c', 'x-api-token': 'tok_4f9a1c', reqId: 'r1' }).info('x')
    expect(raw()).not.toMatch(giveaway)
    expect(raw()).toContain('"reqId":"r1"')
  })

  test.each([
    [`550 <${person}> unknown`, '550 <[e-mail]> unknown'],
    ['mail to jürgen@müller.example failed', 'mail to [e-mail] failed'],
    ['GET /leads/ada%40example.com', 'GET /leads/[e-mail]'],
    ['Route GET:/dealers?phone=555&x=1 not found', 'Route GET:/dealers?[query] not found'],
    ['postgres://app:hunter2@db/transom', 'postgres://[redacted]@db/transom'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [token]'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.c2ln is bad', 'token [token] is bad'],
    ['secret whsec_MfKQ9r8GKYqr+wjU/D8I==', 'secret [secret]'],
    [parseErrorOf('{"email": ada}'), "Unexpected token 'a', the text is not valid JSON"],
    ['/app/node_modules/@fastify/swagger/index.js:3:7', '/app/node_modules/@fastify/swagger/index.js:3:7'],
    ['fastify@5.12.8 a@b 7 @ 8', 'fastify@5.12.8 a@b 7 @ 8'],
  ])("a secret or a person's data within a text: %s", (text, expected) => {
    const { logger, lines } = capture()
    logger.info(text)
    logger.info({ note: text, list: [text] }, 'said %s', text)
    const [first, second] = lines()
    expect(first?.msg).toBe(expected)
    expect(second).toMatchObject({ note: expected, list: [expected], msg: `said ${expected}` })
  })

  test('the content of a class instance', () => {
    class Lead {
      nickname = 'Ada'
    }
    const { logger, lines, raw } = capture()
    logger.info({ lead: new Lead(), leads: new Map([['Ada', new Lead()]]), bytes: Buffer.from('Ada') })
    expect(raw()).not.toMatch(giveaway)
    expect(lines()[0]).toMatchObject({ lead: '[Lead]', leads: '[Map]', bytes: '[Buffer]' })
  })
})

test('harmless values are logged unchanged', () => {
  const { logger, lines } = capture()
  const harmless = {
    brand_id: 7,
    postal_code: '75067',
    hin: 'ABC12345D404',
    ok: true,
    none: null,
    at: new Date(0),
    token_id: 3,
    list: [1, { state: 'TX' }],
    huge: 2n ** 64n,
  }
  logger.info(harmless)
  expect(lines()[0]).toMatchObject({ ...harmless, at: '1970-01-01T00:00:00.000Z', huge: 2 ** 64 })
})

test('cycles and deep nesting are cut off', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  const { logger, raw } = capture()
  logger.info({ cycle })
  expect(raw()).toContain('[deep]')
})

test('a long text is scrubbed in linear time', () => {
  const { logger } = capture()
  const took = processorTime(() => {
    for (const text of ['a', 'a@', 'a.', '"', '%40', '?a=', 'eyJaaaaaaaa', '://', 'a@a.'])
      logger.info({ text: text.repeat(200_000 / text.length) })
  })
  expect(took).toBeLessThan(5_000)
})

describe('an error', () => {
  const failure = Object.assign(
    new Error('duplicate key value violates unique constraint "contact_email_key"'),
    {
      code: '23505',
      detail: 'Key (email)=(ada) already exists.',
      where: 'COPY contact, line 1: "Ada"',
      hint: 'Ada',
      parameters: ['Ada'],
      config: { auth: 'hunter2' },
    },
  )

  test.each([
    ['as the only argument', (error: Error) => [error] as const],
    ['under err', (error: Error) => [{ err: error }] as const],
    ['under err with a message', (error: Error) => [{ err: error }, error.message] as const],
    ['elsewhere', (error: Error) => [{ failure: { error } }] as const],
    ['as a cause', (error: Error) => [new Error('outer', { cause: error })] as const],
    ['formatted', (error: Error) => ['failed: %j', error] as const],
  ])('is logged with type, code, message and stack, without the row, %s', (_where, args) => {
    const { logger, raw } = capture()
    const [first, ...rest] = args(failure)
    logger.error(first, ...(rest as [string]))
    expect(raw()).not.toMatch(/Ada|\(ada\)|hunter2/)
    expect(raw()).toContain('violates unique constraint')
    expect(raw()).toContain('23505')
    expect(raw()).toContain('log.test.ts')
  })

  test('loses the offending value that its message quotes', () => {
    const { logger, raw, lines } = capture()
    const error = Object.assign(new Error('invalid input syntax for type date: "Ada"'), { code: '22007' })
    logger.error(error)
    logger.error({ err: error })
    expect(raw()).not.toContain('Ada')
    expect(lines()[0]).toMatchObject({
      msg: 'invalid input syntax for type date: "[value]"',
      err: { type: 'Error', code: '22007', message: 'invalid input syntax for type date: "[value]"' },
    })
  })
})

test("Fastify's own lines show a request's id, method, path, status and time, and no query or header", async () => {
  const { logger, raw, lines } = capture()
  const app = Fastify({ loggerInstance: logger, genReqId: () => 'req-1' })
  app.get('/leads', async () => 'ok')
  app.get('/fails', async () => {
    throw new Error(`no such lead: ${person}`)
  })
  const headers = { authorization: 'Bearer hunter2', cookie: 'a=hunter2' }
  await app.inject({ url: `/leads?email=${person}&phone=5550100`, headers })
  await app.inject({ url: `/fails?email=${encodeURIComponent(person)}`, headers })
  await app.inject({ url: '/nowhere?phone=5550100', headers })
  await app.close()
  expect(raw()).not.toMatch(/ada|lovelace|hunter2|5550100|127\.0/i)
  expect(lines().slice(0, 2)).toMatchObject([
    { reqId: 'req-1', req: { id: 'req-1', method: 'GET', path: '/leads' }, msg: 'incoming request' },
    { reqId: 'req-1', res: { status: 200, ms: expect.any(Number) }, msg: 'request completed' },
  ])
})

interface Line extends Record<string, unknown> {
  msg?: string
}

function capture(level: 'info' | 'warn' = 'info') {
  const written: string[] = []
  const logger = createLogger({ level, destination: { write: (line) => void written.push(line) } })
  return { logger, raw: () => written.join(''), lines: () => written.map((line): Line => JSON.parse(line)) }
}

function parseErrorOf(text: string): string {
  try {
    return JSON.parse(text)
  } catch (error) {
    return (error as Error).message
  }
}
