import { describe, expect, test } from 'vitest'
import { leadRefusal, plainRefusal, refusal } from '../../test/acceptance/errors.ts'
import { leadErrorFormat } from '../features/leads/routes/error-format.ts'
import { createMetrics } from '../observability/http-metrics.ts'
import type { AppError } from '../platform/errors.ts'
import { createOverload } from '../platform/http/overload.ts'
import type { App } from '../platform/http/server.ts'
import { createLogger } from '../platform/log.ts'
import { type AppParts, buildApp } from './app.ts'

/** An app with one route in each interface, whose event loop has the lag that the test sets. */
function setUp() {
  const lines: string[] = []
  const shed: string[] = []
  const overload = createOverload({ lagMs: 500 })
  const route = (method: 'GET' | 'POST', url: string) => ({
    addRoutes: (app: App) => void app.route({ method, url, handler: async () => ({}) }),
  })
  const guards = { requireToken: () => [], requireKeyOfPage: () => [], preflight: () => undefined }
  const app = buildApp({
    log: createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } }),
    trustedProxies: [],
    strictResponses: false,
    metrics: createMetrics(),
    metricsToken: undefined,
    access: route('POST', '/api/v1/auth/login'),
    warranties: { ...route('GET', '/api/v1/warranty'), addVerification() {} },
    dealers: { ...route('GET', '/dealer-locator'), createFastPath: () => () => {} },
    leads: {
      addRoutes(app: App) {
        app.addErrorFormat(leadErrorFormat)
        route('POST', '/lead-submission').addRoutes(app)
      },
    },
    webForms: { addRoutes() {} },
    registrations: { addRoutes() {} },
    widgets: { guards },
    addAdminRoutes: () => {},
    readiness: async () => ({ ready: true }),
    closedBecause: overload.refusal,
    onShed: (reason: AppError) => shed.push(reason.code),
  } as unknown as AppParts)
  const send = async (method: 'GET' | 'POST', url: string) => {
    const { statusCode, headers, body } = await app.inject({ method, url })
    return {
      status: statusCode,
      headers,
      body: headers['content-type']?.includes('json') && JSON.parse(body),
    }
  }
  const sample = (count: number, lagMs: number) => {
    for (let i = 0; i < count; i++) overload.sample(lagMs)
  }
  return { send, sample, lines, shed }
}

describe('an overloaded process', () => {
  test('refuses requests in the format of each interface, says when to come back, and logs nothing', async () => {
    const { send, sample, lines, shed } = setUp()
    sample(3, 600)
    const answers = [
      [await send('POST', '/api/v1/auth/login'), refusal(503, 'UNAVAILABLE')],
      [await send('GET', '/api/v1/warranty'), refusal(503, 'UNAVAILABLE')],
      [await send('GET', '/dealer-locator'), plainRefusal(503)],
      [await send('POST', '/lead-submission'), leadRefusal(503)],
    ] as const
    for (const [answer, refused] of answers) {
      expect(answer).toMatchObject(refused)
      expect(answer.headers['retry-after']).toBe('2')
      expect(answer.headers['x-request-id']).toMatch(/\S/)
    }
    expect(lines).toEqual([])
    expect(shed).toEqual(Array(4).fill('UNAVAILABLE'))
  })

  test('still reports its health', async () => {
    const { send, sample } = setUp()
    sample(3, 600)
    for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json', '/docs'])
      expect(await send('GET', path)).toMatchObject({ status: 200 })
  })

  test('accepts requests again when the load has dropped', async () => {
    const { send, sample } = setUp()
    sample(3, 600)
    sample(9, 0)
    expect(await send('GET', '/dealer-locator')).toMatchObject({ status: 503 })
    sample(1, 0)
    expect(await send('GET', '/dealer-locator')).toMatchObject({ status: 200 })
  })
})
