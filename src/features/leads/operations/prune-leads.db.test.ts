import { beforeEach, expect, test } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import type { Db } from '../../../platform/db/db.ts'
import { pruneLeads } from './prune-leads.ts'

const DAY = 86_400_000_000
const NOW = Date.UTC(2026, 5, 15) * 1000
const clock = { now: () => NOW }

const database = openPerTest()
let db: Db
beforeEach(async () => {
  db = database.db
  await db.write((trx) =>
    trx.insertInto('brands').values({ id: 1, slug: 'one', name: 'One', updated_at: 0 }).execute(),
  )
})

/** Leads that came so many days ago, numbered from 1. */
async function insert(...days: number[]) {
  const rows = days.map((ago, index) => ({
    id: index + 1,
    brand_id: 1,
    contact_category: 'request_quote',
    contact_email: 'ada@example.com',
    body: '{}',
    send_to_dealer: false,
    dealer_id: null,
    dealer: null,
    received_at: NOW - ago * DAY - 1,
  }))
  await db.write((trx) => trx.insertInto('leads').values(rows).execute())
}

async function owe(lane: string, status: 'pending' | 'delivered' | 'failed') {
  const delivery = {
    kind: 'lead_webhook' as const,
    event: 'lead.submitted',
    brand_id: 1,
    subject_id: 1,
    lane,
    message_id: `msg ${lane} ${status}`,
    status,
    next_attempt_at: 0,
    created_at: 0,
    finished_at: status === 'pending' ? null : 1,
  }
  await db.write((trx) => trx.insertInto('deliveries').values(delivery).execute())
}

const prune = (days: number) => pruneLeads({ db, clock }, days)
const leads = async () =>
  (await db.read.selectFrom('leads').select('id').orderBy('id').execute()).map(({ id }) => id)
const queueKeys = async () =>
  (await db.read.selectFrom('deliveries').select('lane').orderBy('id').execute()).map(({ lane }) => lane)

test('zero keeps leads forever', async () => {
  await insert(10_000)
  expect(await prune(0)).toBe(0)
  expect(await leads()).toEqual([1])
})

test('old leads are removed with their deliveries and repeats, but not while a delivery is pending', async () => {
  await insert(40, 40, 40, 40, 29)
  await owe('lead:1', 'delivered')
  await owe('lead-mail:1', 'failed')
  await owe('lead:2', 'failed')
  await owe('lead-mail:2', 'pending')
  await owe('lead:3', 'pending')
  await owe('lead:5', 'delivered')
  await owe('warranty:1', 'delivered')
  const repeat = { lead_id: 4, token_id: 1, email_optin_given: true, phone_optin_given: true, received_at: 1 }
  await db.write((trx) =>
    trx
      .insertInto('lead_duplicates')
      .values({ ...repeat, client_address: null, user_agent: null })
      .execute(),
  )
  expect(await prune(30)).toBe(2)
  expect(await leads()).toEqual([2, 3, 5])
  expect(await queueKeys()).toEqual(['lead:2', 'lead-mail:2', 'lead:3', 'lead:5', 'warranty:1'])
  expect(await db.read.selectFrom('lead_duplicates').selectAll().execute()).toEqual([])
  expect(await prune(30)).toBe(0)
})

test('many go some at a time, past those that stay', async () => {
  await insert(...Array.from({ length: 450 }, () => 40), 1)
  await owe('lead:3', 'pending')
  expect(await prune(30)).toBe(449)
  expect(await leads()).toEqual([3, 451])
})
