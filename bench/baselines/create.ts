/** Validates a warranty with Fastify's own Ajv, stores nothing, and answers a small object. */
import { CreateBody } from '../../src/features/warranties/schemas.ts'
import { isCalendarDate } from '../../src/platform/dates.ts'
import { isCountryCode, isEmail } from '../../src/platform/validate.ts'
import { guardedFastify, listen } from './guarded-fastify.ts'
import { readSettings } from './settings.ts'

const formats = { 'calendar-date': isCalendarDate, 'country-code': isCountryCode, 'practical-email': isEmail }
const app = guardedFastify(readSettings<{ secret: string }>().secret, {
  ajv: { customOptions: { formats, strictTypes: false } },
})
app.post('/api/v1/warranty', { schema: { body: CreateBody } }, async (request, reply) => {
  const { hin } = request.body as { hin: string }
  return reply.status(201).send({ success: true, status: 201, data: { hin } })
})
await listen(app)
