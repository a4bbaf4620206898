import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dumpTables, filesWith } from '../../../test/support/dump.ts'
import { toIsoMicros } from '../../platform/clock.ts'
import { warrantyQueueKey } from '../warranties/index.ts'
import { makeWorld, type World } from '../warranties/world.test-support.ts'
import { erasePerson } from './operations/erase-person.ts'
import { exportPerson } from './operations/export-person.ts'
import { pruneErasures, repeatErasures } from './operations/repeat-erasures.ts'
import { makeFolder, withErasures } from './privacy.test-support.ts'
import { isGone, matcherFor, searchPerson } from './search-person.ts'

const EMAIL = 'ada.rivers@example.com'
const ada = {
  first_name: 'Ada',
  last_name: 'Rivers',
  email: 'Ada.Rivers@Example.com',
  phone: '+1 214 555 0100',
  address: '1 Harbor Way',
  zipcode: '75067',
  city: 'Lewisville',
  state: 'TX',
}
const bo = { first_name: 'Bo', last_name: 'Lee', email: 'bo@example.com', zipcode: '20095' }
const TRACES = [EMAIL, 'Rivers', '214 555 0100', '1 Harbor Way', 'Lewisville']

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.drop())

const mention = matcherFor(` ${EMAIL.toUpperCase()} `)

/** Ada everywhere that anybody can stand. */
async function fill() {
  // Owns one boat, with a CRM; has sold another; is named in the notes of a third.
  await world.register({
    hin: 'OWN00000A526',
    brand_id: 2,
    warranty_duration_months: 36,
    warranty_notes:
      'Call Ada Rivers (+1 214 555 0100, not 214-555-0100) or ada.rivers@EXAMPLE.com. Keel checked.',
    contact: ada,
  })
  await world.register({ hin: 'SLD00000A526', contact: ada })
  await world.transfer('SLD00000A526', {
    contact: bo,
    registration_date: '2025-06-01',
    transfer_notes: 'bought of Ada Rivers',
  })
  await world.register({ hin: 'OTH00000A526', contact: bo, external_order_number: `x ${EMAIL}` })
  await world.db.write(async (trx) => {
    const changed = {
      sync_error: `refused ${EMAIL}`,
      crm_contact_id: 'c-1',
      crm_differences: JSON.stringify([{ sent: EMAIL }]),
    }
    await trx.updateTable('warranties').set(changed).where('hin', '=', 'OWN00000A526').execute()
    const lead = (id: number, email: string, more: object) => ({
      id,
      brand_id: 1,
      contact_category: 'request_quote',
      contact_email: email,
      body: JSON.stringify({
        brand: 'harbor-craft',
        contact_category: 'request_quote',
        send_to_dealer: true,
        contact: { contact_email: email, contact_country_code: 'US', ...more },
        product: { product_name: 'Tidewater 24', color: 'red' },
        custom_fields: { comments: `I am ${EMAIL}` },
        extra: 'x',
      }),
      send_to_dealer: true,
      dealer_id: 7,
      dealer: '{"id":7}',
      received_at: 1,
      client_address: '192.0.2.7',
      user_agent: 'Browser/1',
      email_optin_given: true,
      phone_optin_given: false,
    })
    await trx
      .insertInto('leads')
      .values([
        lead(1, 'ADA.Rivers@example.com', { contact_last_name: 'Rivers', contact_phone: '+1 214 555 0100' }),
        lead(2, 'bo@example.com', { contact_last_name: 'Lee' }),
      ])
      .execute()
    const repeat = { token_id: 1, client_address: '192.0.2.8', user_agent: 'Browser/2', received_at: 2 }
    const given = { email_optin_given: true, phone_optin_given: false }
    await trx
      .insertInto('lead_duplicates')
      .values({ lead_id: 1, ...repeat, ...given })
      .execute()
    const delivery = (id: number, lane: string, status: 'pending' | 'delivered' | 'failed') => ({
      id,
      kind: 'lead_webhook' as const,
      event: 'lead.submitted',
      brand_id: 1,
      subject_id: 1,
      lane,
      message_id: `msg_${id}`,
      status,
      next_attempt_at: 0,
      last_error: status === 'delivered' ? null : `no such ${EMAIL}`,
      created_at: 3,
      finished_at: status === 'pending' ? null : 4,
    })
    await trx
      .insertInto('deliveries')
      .values([
        delivery(1001, 'lead:1', 'delivered'),
        delivery(1002, 'lead-mail:1', 'pending'),
        delivery(1003, 'lead:2', 'failed'),
      ])
      .execute()
    const attempt = (delivery_id: number, error: string | null, answer: string) => ({
      delivery_id,
      number: 1,
      at: 4,
      duration_ms: 5,
      status: 200,
      error,
      answer,
      worker: 'w',
    })
    await trx
      .insertInto('delivery_attempts')
      .values([
        attempt(1001, null, '{"contact":"c-1","name":"Rivers"}'),
        attempt(1002, 'later', `{"email":"${EMAIL}"}`),
        attempt(1003, `no such ${EMAIL}`, `known: ${EMAIL}`),
      ])
      .execute()
    const answer = (key: string, headers: object, body: object) => ({
      caller: 'user:1',
      key,
      fingerprint: 'f',
      status: 201,
      content_type: 'application/json',
      headers: JSON.stringify(headers),
      body: Buffer.from(JSON.stringify(body)),
      settled_at: 1,
      created_at: 1,
    })
    await trx
      .insertInto('idempotency_keys')
      .values([
        answer('mail', {}, { data: { contact: { email: EMAIL } } }),
        answer('hin', {}, { data: { hin: 'OWN00000A526', contact: { last_name: 'Rivers' } } }),
        answer('lead', { 'x-lead-id': '1' }, { name: 'Rivers' }),
        answer(`form-${EMAIL.toUpperCase()}`, {}, {}),
        answer(`/?to=${encodeURIComponent(EMAIL)}`, {}, {}),
        answer('other', { 'x-lead-id': '2' }, { data: { hin: 'OTH00000A526' } }),
        ...Array.from({ length: 120 }, (_, i) => answer(`more-${i}`, {}, {})),
      ])
      .execute()
  })
}

const erase = () => erasePerson(withErasures(world.ctx), { email: EMAIL })

describe('find', () => {
  test('finds every place, and nobody else', async () => {
    await fill()
    const found = await searchPerson(world.db.read, mention)
    expect(found.warranties.owned.map(({ hin, transfer_date }) => [hin, transfer_date])).toEqual([
      ['OWN00000A526', null],
      ['SLD00000A526', '2025-06-01'],
    ])
    expect([...new Set(found.warranties.mentions.map(({ hin }) => hin))].sort()).toEqual([
      'OTH00000A526',
      'OWN00000A526',
    ])
    expect(found.leads.own.map(({ id }) => id)).toEqual([1])
    expect(found.leads.mentions.map(({ id }) => id)).toEqual([2])
    expect([found.deliveries.deliveries.length, found.deliveries.attempts.length]).toEqual([2, 2])
    expect(found.answers.map(({ key }) => key).sort()).toEqual([
      '/?to=ada.rivers%40example.com',
      'form-ADA.RIVERS@EXAMPLE.COM',
      'hin',
      'lead',
      'mail',
    ])
    expect(isGone(found)).toBe(false)
    expect(isGone(await searchPerson(world.db.read, matcherFor('rivers@example.com')))).toBe(true)
  })

  test('finds an address in whatever form it was written', async () => {
    await world.register({ contact: { ...ada, email: 'JOSE\u0301@example.com' } })
    const found = await searchPerson(world.db.read, matcherFor('josé@example.com'))
    expect(found.warranties.owned).toHaveLength(1)
  })

  test('names logins and dealers with this address', async () => {
    await world.db.write(async (trx) => {
      const user = { email: EMAIL, email_key: EMAIL, password_hash: 'x', updated_at: 0 }
      await trx.insertInto('api_users').values(user).execute()
      await trx.insertInto('dealers').values({ dealer_code: 'HC-1', name: 'Pier 9', email: EMAIL }).execute()
    })
    const found = await searchPerson(world.db.read, mention)
    expect(found).toMatchObject({ login: true, dealers: [{ dealer_code: 'HC-1' }] })
    expect(isGone(found)).toBe(true)
  })

  test('refuses what is no address', () => {
    expect(() => matcherFor('ada')).toThrow('"ada" is not an e-mail address.')
  })
})

describe('erase', () => {
  test('leaves no trace in any table, nor in a file of the embedded database', async () => {
    await fill()
    const before = await dumpTables(world.db)
    for (const trace of TRACES) expect(before.toLowerCase()).toContain(trace.toLowerCase())
    expect(await erase()).toEqual({
      owners: 2,
      warranties: 3,
      leads: 1,
      lead_mentions: 1,
      registrations: 0,
      registration_mentions: 0,
      deliveries_dropped: 1,
      events: 4,
      imports: 0,
      answers: 5,
      complete: true,
      purged: world.db.dialect === 'sqlite',
      on_file: true,
    })
    const after = (await dumpTables(world.db)).toLowerCase()
    const left = [...TRACES, '192.0.2.8', 'Browser/2'].filter((trace) => after.includes(trace.toLowerCase()))
    expect(left).toEqual([])
    if (world.db.dialect === 'sqlite') {
      for (const trace of TRACES) expect(filesWith(world.databaseFolder, trace)).toEqual([])
    }
    expect(await erase()).toMatchObject({ owners: 0, warranties: 0, leads: 0, answers: 0, complete: true })
  })

  test('keeps warranties, dates, countries and other people', async () => {
    await fill()
    const show = async (hin: string) => JSON.parse((await world.run('show', hin, '--json')).printed[0]!)
    const before = { own: await show('OWN00000A526'), sold: await show('SLD00000A526') }
    await erase()
    const own = await show('OWN00000A526')
    const erased = {
      first_name: 'Erased',
      last_name: 'Erased',
      email: null,
      phone: null,
      address: null,
      zipcode: 'Erased',
      city: null,
      state: null,
    }
    expect(own).toEqual({
      ...before.own,
      warranty_notes: 'Call [erased] ([erased], not [erased]) or [erased]. Keel checked.',
      contact: { ...before.own.contact, ...erased },
      history: [{ ...before.own.history[0], ...erased }],
      crm_sync: { status: 'pending', error: null, last_attempt: null, attempts: 0 },
      crm_contact_id: null,
      updated_at: expect.any(String),
    })
    expect(own.updated_at > before.own.updated_at).toBe(true)
    const sold = await show('SLD00000A526')
    expect(sold.contact).toEqual(before.sold.contact)
    expect(sold.history).toEqual([
      { ...before.sold.history[0], ...erased },
      { ...before.sold.history[1], transfer_notes: 'bought of [erased]' },
    ])
    expect((await show('OTH00000A526')).external_order_number).toBe('x [erased]')
  })

  test('sends the remaining data to the CRM, and drops unsent leads', async () => {
    await fill()
    await erase()
    const rows = await world.db.read
      .selectFrom('deliveries')
      .select(['event', 'lane', 'status', 'last_error'])
      .orderBy('event')
      .orderBy('lane')
      .execute()
    const lane = expect.stringMatching(/^warranty:/)
    expect(rows).toEqual([
      { event: 'lead.submitted', lane: 'lead:1', status: 'delivered', last_error: null },
      { event: 'lead.submitted', lane: 'lead:2', status: 'failed', last_error: 'no such [erased]' },
      { event: 'warranty.registered', lane, status: 'pending', last_error: null },
      { event: 'warranty.updated', lane, status: 'pending', last_error: null },
    ])
    const attempts = await world.db.read
      .selectFrom('delivery_attempts')
      .select(['delivery_id', 'error', 'answer'])
      .orderBy('delivery_id')
      .execute()
    expect(attempts).toEqual([
      { delivery_id: 1001, error: null, answer: null },
      { delivery_id: 1003, error: 'no such [erased]', answer: 'known: [erased]' },
    ])
  })

  test("leaves what a CRM said of the next owner, but for the former owner's address", async () => {
    const hin = 'SLD00000A526'
    const differences = (sent: string) => JSON.stringify([{ field: 'email', sent, stored: 'bo@example.com' }])
    const learned = (sent: string) => ({ crm_contact_id: 'c-2', crm_differences: differences(sent) })
    const change = (to: object) =>
      world.db.write((trx) => trx.updateTable('warranties').set(to).where('hin', '=', hin).execute())
    const stored = () =>
      world.db.read
        .selectFrom('warranties')
        .select(['crm_contact_id', 'crm_differences'])
        .where('hin', '=', hin)
        .executeTakeFirstOrThrow()

    await world.register({ hin, contact: ada })
    await change({ crm_contact_id: 'c-1', crm_differences: differences(EMAIL) })
    await world.transfer(hin, { contact: bo, registration_date: '2025-06-01' })
    expect(await stored()).toEqual({ crm_contact_id: null, crm_differences: null })
    await change(learned('lee@example.com'))
    await erase()
    expect(await stored()).toEqual(learned('lee@example.com'))
    await change(learned(EMAIL))
    await erase()
    expect(await stored()).toEqual(learned('[erased]'))
  })

  test('has nothing recorded of what was on its way, and lets nobody send it meanwhile', async () => {
    const { db, ctx } = world
    const answered = Promise.withResolvers<void>()
    const sending = Promise.withResolvers<void>()
    const body = Buffer.from('saved Ada Rivers')
    const answer = { status: 200, headers: {}, contentType: null, body, truncated: false }
    ctx.deliveries.register('warranty_sync', {
      timeoutMs: 10_000,
      async send() {
        sending.resolve()
        await answered.promise
        return { ok: true, answer }
      },
    })
    await world.register({ hin: 'OWN00000A526', brand_id: 2, contact: ada })
    const { lane } = await db.read.selectFrom('deliveries').select('lane').executeTakeFirstOrThrow()
    ctx.deliveries.start()
    await sending.promise
    await erase()
    const byHand = await ctx.deliveries.attemptNow(lane, { reopen: false, budgetMs: 200 })
    expect(byHand).toMatchObject({ status: 'pending', attempts: 0 })
    answered.resolve()
    await ctx.deliveries.stop(10_000)
    expect(await db.read.selectFrom('delivery_attempts').selectAll().execute()).toEqual([])
    const rows = await db.read.selectFrom('deliveries').select(['status', 'attempts']).execute()
    expect(rows).toContainEqual({ status: 'pending', attempts: 0 })
  })

  test("has nothing recorded of another's lead that names the person and is on its way", async () => {
    await fill()
    const { db, ctx } = world
    const answered = Promise.withResolvers<void>()
    const sending = Promise.withResolvers<void>()
    const body = Buffer.from(`taken: I am ${EMAIL}`)
    const answer = { status: 200, headers: {}, contentType: null, body, truncated: false }
    ctx.deliveries.register('lead_webhook', {
      timeoutMs: 10_000,
      async send() {
        sending.resolve()
        await answered.promise
        return { ok: true, answer }
      },
    })
    const delivery = { event: 'lead.submitted', brandId: 1, subjectId: 2, queueKey: 'lead:2' } as const
    const [claim] = await db.write((trx) =>
      ctx.deliveries.enqueueClaimedAll(trx, [{ kind: 'lead_webhook', ...delivery }]),
    )
    const settled = vi.fn()
    const attempt = ctx.deliveries.attemptClaimed(claim!, { timeoutMs: 10_000, settled })
    await sending.promise
    expect(await erase()).toMatchObject({ lead_mentions: 1, complete: true })
    answered.resolve()
    await attempt
    expect(settled).not.toHaveBeenCalled()
    expect(isGone(await searchPerson(db.read, mention))).toBe(true)
  })

  test('keeps the fields of a lead that say nothing about its sender', async () => {
    await fill()
    await erase()
    const leads = await world.db.read.selectFrom('leads').selectAll().orderBy('id').execute()
    expect(leads[0]).toMatchObject({
      contact_email: '',
      client_address: null,
      user_agent: null,
      dealer_id: 7,
      received_at: 1,
    })
    expect(JSON.parse(leads[0]!.body)).toEqual({
      brand: 'harbor-craft',
      contact_category: 'request_quote',
      send_to_dealer: true,
      contact: { contact_email: '', contact_country_code: 'US' },
      product: { product_name: 'Tidewater 24' },
    })
    expect(JSON.parse(leads[1]!.body)).toMatchObject({
      contact: { contact_email: 'bo@example.com', contact_last_name: 'Lee' },
      custom_fields: { comments: 'I am [erased]' },
      extra: 'x',
    })
  })

  test('takes the address out of what stays of a lead, all in one run', async () => {
    await fill()
    const named = { contact_category: `own ${EMAIL}`, product: { product_name: `Boat for ${EMAIL}` } }
    await world.db.write(async (trx) => {
      for (const { id, body } of await trx.selectFrom('leads').select(['id', 'body']).execute()) {
        const change = {
          contact_category: named.contact_category,
          body: JSON.stringify({ ...JSON.parse(body), ...named }),
        }
        await trx.updateTable('leads').set(change).where('id', '=', id).execute()
      }
      // Named in nothing but the category.
      const { id: _, ...lead } = await trx
        .selectFrom('leads')
        .selectAll()
        .where('id', '=', 2)
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('leads')
        .values({ ...lead, id: 3, body: '{"contact_category":"x"}' })
        .execute()
    })
    expect(await erase()).toMatchObject({ leads: 1, lead_mentions: 2, complete: true })
    const leads = await world.db.read.selectFrom('leads').selectAll().orderBy('id').execute()
    expect(leads.map(({ contact_category }) => contact_category)).toEqual(Array(3).fill('own [erased]'))
    for (const { body } of leads.slice(0, 2)) {
      expect(JSON.parse(body)).toMatchObject({
        contact_category: 'own [erased]',
        product: { product_name: 'Boat for [erased]' },
      })
    }
  })

  test('is in the audit trail, without the person', async () => {
    await fill()
    await erase()
    const trail = await world.db.read
      .selectFrom('audit_entries')
      .select(['action', 'actor_kind', 'subject_name', 'after'])
      .where('action', 'like', '%erased')
      .orderBy('id')
      .execute()
    expect(trail.map(({ action, subject_name }) => [action, subject_name])).toEqual([
      ['warranty.person_erased', 'OWN00000A526'],
      ['warranty.person_erased', 'SLD00000A526'],
      ['warranty.person_erased', 'OTH00000A526'],
      ['lead.person_erased', null],
      ['lead.person_erased', null],
      ['person.erased', null],
    ])
    expect(JSON.parse(trail.at(-1)!.after!)).toMatchObject({ owners: 2, warranties: 3, leads: 1 })
    expect(trail.every(({ actor_kind }) => actor_kind === 'administrator')).toBe(true)
  })

  test('is all or nothing', async () => {
    await fill()
    const before = await dumpTables(world.db)
    const broken = { ...world.ctx, principal: { kind: 'nobody' } as never }
    await expect(erasePerson(withErasures(broken), { email: EMAIL })).rejects.toThrow()
    expect(await dumpTables(world.db)).toBe(before)
  })

  test('makes a record that can be exported and imported again', async () => {
    await fill()
    await erase()
    const path = world.file('', 'ndjson')
    await world.run(
      'export',
      '--format',
      'ndjson',
      '--with-history',
      '--brand',
      'harbor-craft',
      '--output',
      path,
    )
    const other = await makeWorld()
    try {
      const { printed } = await other.run('import', path, '--brand', 'harbor-craft', '--json')
      expect(JSON.parse(printed[0]!)).toMatchObject({ written: true, taken: 2, faults: [] })
    } finally {
      await other.drop()
    }
  })
})

describe('erasures after a restore', () => {
  test('are repeated from the file, on either database', async () => {
    await fill()
    const folder = makeFolder()
    await erasePerson(withErasures(world.ctx, { folder }), { email: EMAIL })
    const restored = await makeWorld()
    try {
      await restored.register({ hin: 'OWN00000A526', contact: { ...ada, email: EMAIL.toUpperCase() } })
      await restored.register({ hin: 'OTH00000A526', contact: bo, warranty_notes: `see ${EMAIL}.` })
      const ctx = withErasures(restored.ctx, { folder })
      expect(await repeatErasures(ctx)).toEqual({ repeated: 1, unknown: 0, complete: true })
      expect(isGone(await searchPerson(restored.db.read, mention))).toBe(true)
      expect(isGone(await searchPerson(restored.db.read, matcherFor(bo.email)))).toBe(false)
      expect(await repeatErasures(ctx)).toMatchObject({ repeated: 0 })
    } finally {
      await restored.drop()
    }
  })

  test('are repeated from the database, also after the secret was rotated, and find who is only mentioned', async () => {
    await fill()
    await erase()
    await world.register({ hin: 'AGA00000A526', contact: bo, warranty_notes: `see <${EMAIL}>` })
    const rotated = withErasures(world.ctx, { secrets: ['y'.repeat(32), 'x'.repeat(32)] })
    expect(await repeatErasures(rotated)).toEqual({ repeated: 1, unknown: 0, complete: true })
    expect(isGone(await searchPerson(world.db.read, mention))).toBe(true)
  })

  test('whose secret is gone are counted', async () => {
    await fill()
    await erase()
    const changed = withErasures(world.ctx, { secrets: ['y'.repeat(32)] })
    expect(await repeatErasures(changed)).toEqual({ repeated: 0, unknown: 1, complete: true })
  })

  test('are remembered by a hash alone, until no backup is left', async () => {
    await fill()
    await erase()
    const rows = await world.db.read.selectFrom('erasures').selectAll().execute()
    expect(rows).toMatchObject([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(await pruneErasures(world.ctx, 1)).toBe(0)
    await world.db.write((trx) => trx.updateTable('erasures').set({ erased_at: 0 }).execute())
    expect(await pruneErasures(world.ctx, 0)).toBe(0)
    expect(await pruneErasures(world.ctx, 1)).toBe(1)
  })
})

test('export contains everything stored and its recipients, and is recorded', async () => {
  await fill()
  const document = await exportPerson(withErasures(world.ctx), { email: EMAIL })
  expect(document).toMatchObject({
    email: EMAIL,
    ownerships: [
      {
        brand: 'tide',
        hin: 'OWN00000A526',
        contact: { last_name: 'Rivers', address: '1 Harbor Way' },
        crm_contact_id: 'c-1',
      },
      { brand: 'harbor-craft', hin: 'SLD00000A526', transfer_date: '2025-06-01', crm_contact_id: null },
    ],
    leads: [
      {
        lead_id: 1,
        brand: 'harbor-craft',
        lead: { contact: { contact_phone: '+1 214 555 0100' }, extra: 'x' },
        client_address: '192.0.2.7',
        received_again: [{ client_address: '192.0.2.8' }],
      },
    ],
    recipients: [
      { kind: 'warranty_sync', brand: 'tide', status: 'pending' },
      { kind: 'lead_webhook', brand: 'harbor-craft', subject_id: 1, status: 'delivered' },
      { kind: 'lead_webhook', status: 'pending' },
    ],
    api_login: false,
    dealers: [],
  })
  expect(document!.mentions).toEqual([
    ...['warranty_notes', 'sync_error', 'crm_differences'].map((field) => ({
      ...{ brand: 'tide', hin: 'OWN00000A526', field },
    })),
    { brand: 'harbor-craft', hin: 'OTH00000A526', field: 'external_order_number' },
    { brand: 'harbor-craft', lead_id: 2 },
  ])
  expect(JSON.stringify(document)).not.toContain('bo@example.com')
  const [entry] = await world.db.read
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'person.exported')
    .execute()
  expect(JSON.parse(entry!.after!)).toEqual({
    ownerships: 2,
    leads: 1,
    registrations: 0,
    mentions: expect.any(Number),
  })
  expect(await exportPerson(withErasures(world.ctx), { email: 'nobody@example.com' })).toBeNull()
})

test("export contains only the person's own time with a boat that changed hands", async () => {
  const hin = 'SLD00000A526'
  await world.register({ hin, brand_id: 2, contact: ada, warranty_notes: `Bo Lee bought it of ${EMAIL}` })
  const settle = () =>
    world.db.write((trx) =>
      trx
        .updateTable('deliveries')
        .set({ status: 'delivered', finished_at: world.ctx.clock.now() })
        .where('status', '=', 'pending')
        .execute(),
    )
  await settle()
  await world.transfer(hin, { contact: bo, registration_date: '2025-06-01' })
  await settle()

  const former = (await exportPerson(withErasures(world.ctx), { email: EMAIL }))!
  expect(former.ownerships).toMatchObject([
    { hin, transfer_date: '2025-06-01', warranty_notes: null, contact: { last_name: 'Rivers' } },
  ])
  expect(former.mentions).toEqual([{ brand: 'tide', hin, field: 'warranty_notes' }])
  expect(JSON.stringify(former)).not.toContain('Lee')

  const present = (await exportPerson(withErasures(world.ctx), { email: bo.email }))!
  expect(present.ownerships).toMatchObject([{ hin, warranty_notes: `Bo Lee bought it of ${EMAIL}` }])
  const told = await world.db.read.selectFrom('deliveries').select(['event', 'finished_at']).execute()
  const at = (event: string) => toIsoMicros(told.find((one) => one.event === event)!.finished_at!)
  expect(former.recipients.map((one) => one.at)).toEqual([at('warranty.registered')])
  expect(present.recipients.map((one) => one.at)).toEqual([at('warranty.transferred')])
})

test('export lists recipients of a change that was sent before a transfer', async () => {
  const hin = 'SLD00000A526'
  await world.register({ hin, brand_id: 2, contact: ada })
  const { db, ctx } = world
  const [{ id }] = (await db.read.selectFrom('warranties').select('id').execute()) as [{ id: number }]
  await db.write((trx) => trx.deleteFrom('deliveries').execute())
  let transferred: Promise<unknown> | undefined
  await db.write(async (trx) => {
    await trx.updateTable('warranties').set({ model: 'Tidewater 26' }).execute()
    transferred = world.transfer(hin, { contact: bo, registration_date: '2025-06-01' })
    await Promise.race([transferred, sleep(200)])
    const update = { kind: 'warranty_sync', event: 'warranty.updated', brandId: 2, subjectId: id } as const
    await ctx.deliveries.enqueueAll(trx, [{ ...update, queueKey: warrantyQueueKey(id) }])
  })
  await transferred
  const former = (await exportPerson(withErasures(ctx), { email: EMAIL }))!
  expect(former.recipients).toHaveLength(1)
})
