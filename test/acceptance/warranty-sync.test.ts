import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { expectData, TIMESTAMP } from '../support/envelope.ts'
import { makeIntegrator, newHin } from '../support/integrator.ts'
import { startFileServer, startServer } from '../support/server.ts'
import {
  eventOf,
  register,
  retrySync,
  startWebhookCrm,
  syncOf,
  untilSync,
  webhookAt,
} from '../support/warranty-crm.ts'
import { endWaits } from './behind.ts'

const server = await startFileServer()
const { crm, withWebhook } = await startWebhookCrm(server, 30)

/** The events of which the CRM was told, in order. */
const typesAt = (path: string) => crm.at(path).map((request) => eventOf(request).type)

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const contact = { first_name: 'Bo', last_name: 'Lee', phone: '(415) 555-0132', zipcode: '94105' }

describe('a brand without a CRM', () => {
  test('has nothing synchronized, by hand neither', async () => {
    const integrator = await makeIntegrator(server)
    const hin = await register(integrator)
    const none = { status: 'not_configured', error: null, last_attempt: null, attempts: 0 }
    expect(await syncOf(integrator, hin)).toEqual(none)
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_notes: 'n' } }))
    expect((await retrySync(integrator, hin)).crm_sync).toEqual(none)
  })

  test('gets what it asks for by hand once it has one, and no attempt when it has none any more', async () => {
    const integrator = await makeIntegrator(server)
    const hin = await register(integrator)
    const { slug } = integrator.brand
    const path = `/later-${newHin()}`
    await server.apply({ brands: [{ slug, warranty_crm: webhookAt(crm, path) }] })
    await expect
      .poll(async () => (await retrySync(integrator, hin)).crm_sync, { timeout: 5_000 })
      .toMatchObject({ status: 'synced', attempts: 1 })
    expect(eventOf((await crm.received(path))[0]!).data.hin).toBe(hin)
    await server.apply({ brands: [{ slug, warranty_crm: null }] })
    const ofNew = async () => (await syncOf(integrator, await register(integrator))).status
    await expect.poll(ofNew, { timeout: 5_000, interval: 200 }).toBe('not_configured')
    // What was registered before the change may still be on its way.
    await sleep(1_000)
    const before = crm.at(path).length
    const { crm_sync } = await retrySync(integrator, hin)
    expect(crm_sync).toEqual({
      status: 'not_configured',
      error: null,
      last_attempt: expect.stringMatching(TIMESTAMP),
      attempts: 1,
    })
    expect(await syncOf(integrator, hin)).toEqual(crm_sync)
    const listed = await integrator.call('GET', `/warranty?sync_status=not_configured&hin=${hin}`)
    expect(listed.body.data).toMatchObject([{ hin }])
    expect((await retrySync(integrator, await register(integrator))).crm_sync.attempts).toBe(0)
    expect(crm.at(path)).toHaveLength(before)
  })
})

describe('the generic webhook', () => {
  test('gets each event with the full record, signed, in order', async () => {
    const path = `/signed-${newHin()}`
    const warranty_crm = webhookAt(crm, path, { secret })
    const integrator = await makeIntegrator(server, { brand: { warranty_crm } })
    const hin = await register(integrator, { warranty_notes: 'new' })
    await crm.received(path, 1)
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_notes: 'changed' } }))
    await crm.received(path, 2)
    expectData(await integrator.call('POST', `/warranty/${hin}/transfer`, { body: { contact } }))
    const requests = await crm.received(path, 3)
    const events = requests.map(eventOf)
    expect(events.map(({ type }) => type)).toEqual([
      'warranty.registered',
      'warranty.updated',
      'warranty.transferred',
    ])
    expect(events.map(({ data }) => data.warranty_notes)).toEqual(['new', 'changed', 'changed'])
    await untilSync(integrator, hin, { status: 'synced', attempts: 3 })

    const record = expectData(await integrator.call('GET', `/warranty/${hin}`))
    expect(events[2]).toEqual({
      type: 'warranty.transferred',
      timestamp: expect.stringMatching(TIMESTAMP),
      data: { ...record, crm_sync: expect.objectContaining({ status: 'pending' }) },
    })
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    for (const { method, headers, raw, at } of requests) {
      const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(raw).digest('base64')
      expect(method).toBe('POST')
      expect(headers['content-type']).toMatch(/^application\/json/)
      expect(headers['webhook-signature']).toBe(`v1,${signature}`)
      expect(Math.abs(Number(timestamp) * 1000 - at)).toBeLessThan(5_000)
    }
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  test('is signed by two secrets while one takes the place of the other', async () => {
    const [secret, previous_secret] = [1, 2].map(
      (byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`,
    )
    const webhook = { ...webhookAt(crm, '/rotating'), secret, previous_secret }
    const integrator = await makeIntegrator(server, { brand: { warranty_crm: webhook } })
    const hin = await register(integrator)
    const [request] = await crm.received('/rotating')
    for (const known of [secret!, previous_secret!]) {
      const message = new Webhook(known).verify(request!.raw, request!.headers as Record<string, string>)
      expect(message).toMatchObject({ data: { hin } })
    }
  })

  test('is not signed where it has no secret', async () => {
    const { integrator, path } = withWebhook()
    await register(integrator)
    const [request] = await crm.received(path)
    expect(request?.headers).not.toHaveProperty('webhook-signature')
  })

  test('gets the record at the time of sending, under one id on every attempt', async () => {
    const { integrator, path } = withWebhook()
    const changed = Promise.withResolvers<void>()
    crm.next(path, { status: 503 }, { status: 503, until: changed.promise })
    const hin = await register(integrator, { warranty_notes: 'new' })
    await crm.received(path, 1)
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_notes: 'changed' } }))
    changed.resolve()
    const requests = await crm.received(path, 4)
    await untilSync(integrator, hin, { status: 'synced', attempts: 4 })
    const events = requests.map(eventOf)
    expect(events.map(({ type }) => type)).toEqual([
      ...Array(3).fill('warranty.registered'),
      'warranty.updated',
    ])
    expect(events[2].data.warranty_notes).toBe('changed')
    expect(new Set(requests.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(events.slice(0, 3).map(({ timestamp }) => timestamp)).size).toBe(1)
  })

  test('is not waited for', async () => {
    const { integrator, path } = withWebhook()
    crm.always(path, { fault: 'hang' })
    const begun = performance.now()
    const hin = await register(integrator)
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_notes: 'n' } }))
    expectData(await integrator.call('POST', `/warranty/${hin}/transfer`, { body: { contact } }))
    expect(performance.now() - begun).toBeLessThan(8_000)
    await crm.received(path)
    const pending = { status: 'pending', error: null, last_attempt: null, attempts: 0 }
    expect(await syncOf(integrator, hin)).toEqual(pending)
  })
})

describe('what comes of it', () => {
  test('synced, with the time and number of attempts; the list can be filtered by it', async () => {
    const { integrator, path } = withWebhook()
    const before = new Date().toISOString()
    const hin = await register(integrator)
    await crm.received(path)
    const sync = await untilSync(integrator, hin, { status: 'synced' })
    expect(sync).toEqual({
      status: 'synced',
      error: null,
      last_attempt: expect.stringMatching(TIMESTAMP),
      attempts: 1,
    })
    expect(
      sync.last_attempt > before && sync.last_attempt <= new Date(Date.now() + 1_000).toISOString(),
    ).toBe(true)
    const brand = `brand_id=${integrator.brand.id}`
    const { body } = await integrator.call('GET', `/warranty?sync_status=synced&${brand}`)
    expect(body.data).toMatchObject([{ hin }])
    expect((await integrator.call('GET', `/warranty?sync_status=failed&${brand}`)).body.data).toEqual([])
  })

  test.each([
    ['503', { status: 503 }],
    ['500', { status: 500 }],
    ['408', { status: 408 }],
    ['409', { status: 409 }],
    ['425', { status: 425 }],
    ['429', { status: 429 }],
    ['a reset connection', { fault: 'reset' as const }],
  ])('%s is tried again', async (_name, answer) => {
    const { integrator, path } = withWebhook()
    crm.next(path, answer)
    const hin = await register(integrator)
    await untilSync(integrator, hin, { status: 'synced', attempts: 2, error: null })
  })

  test('a redirect is tried again and never followed', async () => {
    const { integrator, path } = withWebhook()
    crm.next(path, { status: 307, headers: { location: crm.url(`${path}/elsewhere`) } })
    const hin = await register(integrator)
    await untilSync(integrator, hin, { status: 'synced', attempts: 2 })
    expect(crm.at(`${path}/elsewhere`)).toEqual([])
  })

  test.each([400, 401, 403, 404, 410, 422])('%i ends it', async (status) => {
    const { integrator, path } = withWebhook()
    crm.always(path, { status, body: { message: 'internal detail' } })
    const hin = await register(integrator)
    const sync = await untilSync(integrator, hin, { status: 'failed', attempts: 1 })
    expect(sync.error).toContain(String(status))
    expect(sync.error).not.toMatch(/127\.0\.0\.1|internal detail/)
    // What comes next of the warranty would wait for another attempt.
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_notes: 'n' } }))
    await untilSync(integrator, hin, { status: 'failed', attempts: 2 })
    expect(typesAt(path)).toEqual(['warranty.registered', 'warranty.updated'])
  })

  test('an event after a refused one is sent, and decides', async () => {
    const { integrator, path } = withWebhook()
    crm.next(path, { status: 400 })
    const hin = await register(integrator)
    await untilSync(integrator, hin, { status: 'failed', attempts: 1 })
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_notes: 'n' } }))
    await untilSync(integrator, hin, { status: 'synced', attempts: 2, error: null })
  })

  test('while it is tried again it is pending, with the error', async () => {
    const { integrator, path } = withWebhook()
    crm.next(path, { status: 503, headers: { 'retry-after': '600' } })
    const hin = await register(integrator)
    const sync = await untilSync(integrator, hin, { status: 'pending', attempts: 1 })
    expect(sync.error).toContain('503')
    expect(sync.last_attempt).toMatch(TIMESTAMP)
  })

  test('Retry-After is honored in real seconds', async () => {
    const { integrator, path } = withWebhook()
    crm.next(path, { status: 429, headers: { 'retry-after': '2' } })
    await register(integrator)
    const [first, second] = await crm.received(path, 2)
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(1_900)
  })

  test('eight attempts, then failed; by hand it can be sent all the same', async () => {
    await using quick = await startServer({ env: { DELIVERY_RETRY_SCALE: '0.000001' } })
    const path = `/always-failing-${newHin()}`
    const integrator = await makeIntegrator(quick, { brand: { warranty_crm: webhookAt(crm, path) } })
    crm.always(path, { status: 500 })
    const hin = await register(integrator)
    const sync = await untilSync(integrator, hin, { status: 'failed', attempts: 8 })
    expect(sync.error).toContain('500')
    // What comes next of the warranty would wait for a ninth.
    expectData(await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_notes: 'n' } }))
    await untilSync(integrator, hin, { status: 'failed', attempts: 16 })
    const types = [...Array(8).fill('warranty.registered'), ...Array(8).fill('warranty.updated')]
    expect(typesAt(path)).toEqual(types)
    expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({ status: 'failed', attempts: 17 })
    crm.always(path, { status: 204, body: '' })
    expect((await retrySync(integrator, hin)).crm_sync).toMatchObject({
      status: 'synced',
      attempts: 18,
      error: null,
    })
  })
})

describe('faults', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'a restart after %s loses nothing that is pending',
    async (signal) => {
      await using own = await startServer({ ownProcess: true })
      const path = `/restarted-${newHin()}`
      const integrator = await makeIntegrator(own, { brand: { warranty_crm: webhookAt(crm, path) } })
      crm.always(path, { status: 503, headers: { 'retry-after': '600' } })
      const hins = await Promise.all(Array.from({ length: 20 }, () => register(integrator)))
      // What is being sent when the process is killed is sent again only when its lease of 60 s has ended.
      for (const hin of hins) {
        const attempts = async () => (await syncOf(integrator, hin)).attempts
        await expect.poll(attempts, { timeout: 15_000 }).toBeGreaterThan(0)
      }
      await own.kill(signal)
      const before = crm.at(path).length
      crm.always(path, {})
      // Ten minutes later.
      await endWaits(own)
      await own.start()
      await Promise.all(hins.map((hin) => untilSync(integrator, hin, { status: 'synced' })))
      const sent = crm
        .at(path)
        .slice(before)
        .map((request) => eventOf(request).data.hin)
      expect(new Set(sent)).toEqual(new Set(hins))
    },
  )

  test('a warranty that always fails does not keep the others', async () => {
    const { integrator, path } = withWebhook()
    crm.next(path, ...Array(5).fill({ status: 503 }))
    const stuck = await register(integrator)
    const others = await Promise.all(Array.from({ length: 20 }, () => register(integrator)))
    await Promise.all(others.map((hin) => untilSync(integrator, hin, { status: 'synced' })))
    expect((await syncOf(integrator, stuck)).attempts).toBeGreaterThan(0)
  })
})

describe('HighLevel', () => {
  const stored = {
    id: 'ocQHyuzHvysMo5N5VsXc',
    firstName: 'bo',
    lastName: 'lee',
    phone: '+14155550132',
    postalCode: '94105',
    country: 'US',
    customFields: [{ id: '6dvNaf7VhkQ9snc5vnjJ', value: 'something else' }],
  }

  test('has the owner upserted and read back, and the differences reported', async () => {
    const highLevel = await startCrm()
    const path = `/contacts/${stored.id}`
    highLevel.always('/contacts/upsert', { status: 201, body: { new: true, contact: stored } })
    highLevel.always(path, { body: { contact: stored } })
    const warranty_crm = {
      type: 'highlevel',
      url: highLevel.url(''),
      token: 'pit-secret-token',
      location_id: `loc-${newHin()}`,
      custom_fields: { '6dvNaf7VhkQ9snc5vnjJ': 'hin', 'contact.boat_model': 'model' },
    }
    const integrator = await makeIntegrator(server, { brand: { warranty_crm } })
    const hin = await register(integrator, { contact })
    const [upsert] = await highLevel.received('/contacts/upsert')
    await highLevel.received(path)
    expect(upsert?.headers).toMatchObject({ authorization: 'Bearer pit-secret-token', version: '2021-07-28' })
    expect(eventOf(upsert!)).toEqual({
      locationId: warranty_crm.location_id,
      firstName: 'Bo',
      lastName: 'Lee',
      phone: '+14155550132',
      postalCode: '94105',
      country: 'US',
      customFields: [
        { id: '6dvNaf7VhkQ9snc5vnjJ', field_value: hin },
        { key: 'contact.boat_model', field_value: 'Tidewater 24' },
      ],
    })
    const sync = await untilSync(integrator, hin, { status: 'synced', attempts: 1 })
    expect(sync.differences).toEqual([{ field: '6dvNaf7VhkQ9snc5vnjJ', sent: hin, stored: 'something else' }])

    highLevel.always('/contacts/upsert', { status: 401, body: { message: 'Invalid JWT' } })
    const failed = (await retrySync(integrator, hin)).crm_sync
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 2,
      error: expect.stringMatching(/401.*token/),
    })
    expect(failed.error).not.toContain('pit-')
    await highLevel[Symbol.asyncDispose]()
  })
})
