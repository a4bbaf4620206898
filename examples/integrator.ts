/**
 * A dealer management system that works with Transom through `@transom/client` alone. It registers boats, walks through
 * the list, transfers some boats, and waits until an event has reported each of these changes. It carries on while the
 * server restarts, and waits where the server limits its rate.
 *
 * An administrator makes the event endpoint for it (`POST /admin/v1/event-endpoints`), which has the secret.
 *
 * TRANSOM_URL=… TRANSOM_EMAIL=… TRANSOM_PASSWORD=… BRAND_ID=1 WEBHOOK_SECRET=whsec_… WEBHOOK_PORT=9000 \
 *   node examples/integrator.ts
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, type NewWarranty, TransomError, verifyWebhook } from '@transom/client'

interface Settings {
  url: string
  email: string
  password: string
  brandId: number
  /** Of the event endpoint whose address is this program's. */
  webhookSecret: string
  webhookPort: number
  fetch?: typeof fetch
}

const BOATS = 40
const AT_ONCE = 8

/** Returns how many boats there were, which events came, and which messages were refused. */
export async function integrate({ brandId, webhookSecret, webhookPort, ...connection }: Settings) {
  const transom = createClient({ ...connection, retries: 10 })
  await using inbox = await receiveEvents(webhookSecret, webhookPort)

  const boats = Array.from({ length: BOATS }, (_, index) => boat(brandId, index))
  await inParallel(boats, async (one) => {
    try {
      await transom.warranties.create(one, { idempotencyKey: `registration-${one.hin}` })
    } catch (error) {
      // Registered by an earlier run of this program.
      if (!(error instanceof TransomError && error.code === 'DUPLICATE_HIN')) throw error
    }
  })

  const listed: string[] = []
  for await (const { hin } of transom.warranties.list({ brand_id: brandId, limit: 10 })) listed.push(hin)

  const sold = boats.slice(0, 5)
  await inParallel(sold, async ({ hin }) => {
    await transom.warranties.transfer(hin, {
      contact: { first_name: 'Bo', last_name: 'Lake', email: 'bo@example.com', zipcode: '75067' },
    })
  })

  const expected = [
    ...boats.map(({ hin }) => `warranty.registered ${hin}`),
    ...sold.map(({ hin }) => `warranty.transferred ${hin}`),
  ]
  await inbox.until((seen) => expected.every((event) => seen.has(event)))
  await transom.logOut()
  return { listed, events: inbox.events, refused: inbox.refused }
}

/** Receives events, each once, and refuses messages that the server didn't sign. */
async function receiveEvents(secret: string, port: number) {
  const messages = new Set<string>()
  const events = new Set<string>()
  let refused = 0
  let changed = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    try {
      const event = await verifyWebhook(await text(request), request.headers, secret)
      const id = String(request.headers['webhook-id'])
      // A message whose answer was lost comes again.
      if (!messages.has(id)) events.add(`${event.type} ${event.data.hin}`)
      messages.add(id)
      response.writeHead(204).end()
    } catch {
      refused++
      response.writeHead(401).end()
    }
    changed.resolve()
    changed = Promise.withResolvers()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    events,
    get refused() {
      return refused
    },
    async until(isComplete: (seen: ReadonlySet<string>) => boolean) {
      while (!isComplete(events)) await changed.promise
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function boat(brandId: number, index: number): NewWarranty {
  return {
    brand_id: brandId,
    hin: `HCX${String(index).padStart(5, '0')}C526`,
    model: 'Tidewater 24',
    model_year: '2026',
    registration_date: '2026-03-01',
    warranty_duration_months: 60,
    coverage_type: 'full',
    contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '78701' },
  }
}

/** Does the work for each item, for a few of them at a time. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

if (import.meta.main) {
  const setting = (name: string) => {
    const value = process.env[name]
    if (!value) throw new Error(`Set ${name}.`)
    return value
  }
  const { listed, events } = await integrate({
    url: setting('TRANSOM_URL'),
    email: setting('TRANSOM_EMAIL'),
    password: setting('TRANSOM_PASSWORD'),
    brandId: Number(setting('BRAND_ID')),
    webhookSecret: setting('WEBHOOK_SECRET'),
    webhookPort: Number(setting('WEBHOOK_PORT')),
  })
  console.log(`${listed.length} boats are registered; ${events.size} events came.`)
}
