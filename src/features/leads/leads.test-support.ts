import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { type Crm, startCrm } from '../../../test/support/crm.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { systemClock } from '../../platform/clock.ts'
import { createHttp } from '../../platform/http/server.ts'
import { createOutgoing } from '../../platform/outgoing/client.ts'
import { SYSTEM } from '../../platform/principal.ts'
import { digestToken } from '../access/index.ts'
import { createAccess } from '../access/module.ts'
import { createBrandCache, type LeadWebhook } from '../brands/index.ts'
import { retryMatching } from '../deliveries/index.ts'
import { createDeliveries } from '../deliveries/module.ts'
import { createWebForms } from '../web-forms/module.ts'
import type { AssignDealer } from './index.ts'
import { createLeads } from './module.ts'

const TOKEN = 'a-token-of-24-characters'
export const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

export const DEALER = {
  id: 15,
  dealer_code: 'HC-015',
  name: 'Tidewater Marine',
  email: 'sales@tidewater.example',
  phone: '555-0100',
  address: '1 Harbor Way',
  city: 'Lewisville',
  state: 'TX',
  postal_code: '75067',
  country: 'USA',
  distance_miles: 0,
  match_type: 'territory',
}

interface WorldOptions {
  leadWebhook?: (crm: Crm) => LeadWebhook
  assignDealer?: AssignDealer
  dealerEmail?: string
  dedupeSeconds?: number
  /** Whether webhooks may be at private addresses, as the CRM of the tests is; true unless said. */
  allowPrivate?: boolean
  smtpUrl?: string
  webhookTimeoutMs?: number
  retryScale?: number
}

/** Lead submission as one process has it, on a database of its own, with a CRM; ended with the test. */
export async function makeWorld(options: WorldOptions = {}) {
  const database = await openTestDatabase()
  onTestFinished(() => database.drop())
  const crm = await startCrm()
  onTestFinished(() => crm[Symbol.asyncDispose]())
  await addBrandAndToken(database, options.leadWebhook?.(crm), options.dedupeSeconds)
  return {
    crm,
    database,
    ...(await startProcess(database, options)),
    /** A second process on the same database. */
    async startAnother(differently: WorldOptions = {}) {
      const db = await database.openAnother()
      onTestFinished(() => db.close())
      return startProcess({ db }, { ...options, ...differently })
    },
  }
}

async function startProcess({ db }: Pick<OpenTestDatabase, 'db'>, options: WorldOptions) {
  const { smtpUrl, webhookTimeoutMs = 10_000, retryScale = 0.001 } = options
  const log = pino({ level: 'silent' })
  const clock = systemClock
  const access = createAccess({
    db,
    clock,
    jwtSecrets: ['x'.repeat(32)],
    accessTtlS: 3_600,
    loginLimit: 0,
    rateLimitPerMinute: 0,
  })
  const outgoing = createOutgoing({ allowPrivate: options.allowPrivate ?? true, userAgent: 'transom/test' })
  const deliveries = createDeliveries({ db, clock, log, retryScale })
  const { app, finish } = createHttp({
    log,
    trustedProxies: [],
    strictResponses: true,
  })
  const brands = createBrandCache(db)
  const webForms = createWebForms({ clock, brands, guards: access.guards, secrets: () => ['x'.repeat(32)] })
  const leads = createLeads({
    db,
    clock,
    log,
    brands,
    deliveries,
    outgoing,
    guardForm: webForms.guard,
    assignDealer: options.assignDealer ?? (async () => ({ dealerId: DEALER.id, dealer: DEALER })),
    chosenDealer: async () => null,
    dealerEmail: async () => options.dealerEmail ?? DEALER.email,
    webhookTimeoutMs,
    smtp: smtpUrl ? { url: smtpUrl, from: 'Harbor Craft <leads@harbor.example>' } : undefined,
  })
  app.register(async (interfaces) => leads.addRoutes(interfaces as never))
  app.after(finish)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  deliveries.start()
  const end = async () => {
    await app.close()
    await deliveries.stop(0)
    await outgoing.close()
  }
  onTestFinished(end)
  return {
    end,
    /** Retries all failed deliveries. Returns how many. */
    retryFailed: () =>
      retryMatching(
        { db, clock, principal: SYSTEM, brands: createBrandCache(db), deliveries },
        { filter: {} },
      ),
    /** Sends a body; a string goes as it is. */
    async post(body: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`${address}/lead-submission`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-token': TOKEN, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      const text = bytes.toString()
      const isJson = response.headers.get('content-type')?.includes('json')
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        text,
        body: isJson ? JSON.parse(text) : null,
      }
    },
    duplicates: () => db.read.selectFrom('lead_duplicates').selectAll().orderBy('id').execute(),
    leads: () => db.read.selectFrom('leads').selectAll().orderBy('id').execute(),
    deliveryRows: () => db.read.selectFrom('deliveries').selectAll().orderBy('id').execute(),
    /** All attempts at deliveries, in order. */
    async attempts() {
      const rows = await db.read.selectFrom('delivery_attempts').selectAll().orderBy('at').execute()
      return rows.map((row) => ({ ...row, final: Boolean(row.final) }))
    },
    async untilStatus(...statuses: string[]) {
      const deadline = Date.now() + 60_000
      for (;;) {
        const rows = await db.read.selectFrom('deliveries').select('status').orderBy('id').execute()
        const now = rows.map((row) => row.status)
        if (String(now) === String(statuses)) return
        if (Date.now() > deadline) throw new Error(`The deliveries are ${now}, not ${statuses}.`)
        await sleep(5)
      }
    },
  }
}

async function addBrandAndToken(
  { db }: OpenTestDatabase,
  leadWebhook: LeadWebhook | undefined,
  dedupeSeconds = 0,
) {
  await db.write(async (trx) => {
    const brand = { name: 'Harbor Craft', updated_at: 0, lead_dedupe_seconds: dedupeSeconds || null }
    const webhook = leadWebhook ? JSON.stringify(leadWebhook) : null
    const brands = [
      { ...brand, id: 1, slug: 'harbor-craft', lead_webhook: webhook },
      { ...brand, id: 2, slug: 'other', lead_webhook: null },
    ]
    await trx.insertInto('brands').values(brands).execute()
    const token = { name: 'website', token_hash: digestToken(TOKEN), updated_at: 0 }
    await trx
      .insertInto('api_tokens')
      .values({ ...token, id: 1 })
      .execute()
    await trx.insertInto('api_token_brands').values({ token_id: 1, brand_id: 1 }).execute()
    await trx.insertInto('api_token_scopes').values({ token_id: 1, scope: 'lead-submission' }).execute()
  })
}

/** A valid body. */
export function leadBody(fields: object = {}) {
  return {
    brand: 'harbor-craft',
    contact_category: 'request_quote',
    contact: { contact_email: 'ada@example.com' },
    ...fields,
  }
}
