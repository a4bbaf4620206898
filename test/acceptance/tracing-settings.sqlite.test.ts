import { describe, expect, test } from 'vitest'
import { startCollector } from '../support/otlp.ts'
import { disposeAfterAll, startServer } from '../support/server.ts'

const collector = disposeAfterAll(await startCollector())

const caller = (traceId: string) => ({ traceparent: `00-${traceId}-b7ad6b7169203331-01` })

const tracing = (more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
  ...more,
})

test('a stop sends what is left', async () => {
  await using other = await startServer({
    ownProcess: true,
    env: tracing({ OTEL_BSP_SCHEDULE_DELAY: '600000' }),
  })
  const traceId = '4'.repeat(32)
  await other.send('GET', '/dealer-locator', { headers: caller(traceId) })
  expect(await other.kill('SIGTERM')).toBe(0)
  await collector.span('GET /dealer-locator', traceId)
})

describe('requests continue as usual', () => {
  test('where the collector is away', async () => {
    await using other = await startServer({
      ownProcess: true,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    })
    expect(await other.send('GET', '/livez')).toMatchObject({ status: 200 })
  })

  test.each<Record<string, string>>([
    { OTEL_SDK_DISABLED: 'true' },
    { OTEL_TRACES_SAMPLER: 'always_off' },
    { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
    { OTEL_TRACES_SAMPLER: 'parentbased_always_off', OTEL_PROPAGATORS: 'none' },
  ])('and with %o nothing is sent', async (env) => {
    await using other = await startServer({
      ownProcess: true,
      env: tracing({ ...env, OTEL_SERVICE_NAME: 'silent' }),
    })
    const { status } = await other.send('GET', '/livez', { headers: caller('5'.repeat(32)) })
    expect(status).toBe(200)
    await other.kill('SIGTERM')
    expect(collector.spans.filter(({ service }) => service === 'silent')).toEqual([])
  })
})
