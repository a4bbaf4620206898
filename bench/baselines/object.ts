/** Answers every GET with one prepared object, made JSON each time. */
import { guardedFastify, listen } from './guarded-fastify.ts'
import { readSettings } from './settings.ts'

const { secret, object } = readSettings<{ secret: string; object: unknown }>()
const app = guardedFastify(secret)
app.get('/*', async () => object)
await listen(app)
