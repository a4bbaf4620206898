import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createLogger } from '../platform/log.ts'
import { openTraces } from './tracing.ts'

test.each([
  {},
  { OTEL_SERVICE_NAME: 'boats' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
])('%o starts no tracing', async (env) => {
  expect(await openTraces(readConfig(env), createLogger({ level: 'silent' }))).toBeUndefined()
})
