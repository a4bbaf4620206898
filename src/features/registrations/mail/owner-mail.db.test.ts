import { afterAll, expect, test } from 'vitest'
import { listDeliveries } from '../../deliveries/index.ts'
import { acceptRegistration } from '../operations/accept-registration.ts'
import { rejectRegistration } from '../operations/reject-registration.ts'
import { makeWorld, newHin } from '../registrations.test-support.ts'
import { ownerMail, ownerMailHandler } from './owner-mail.ts'

const world = await makeWorld({ mail: true })
const { ctx, submit, mails } = world
afterAll(world.drop)

const person = (email: string | null, phone?: string) => ({
  contact: { first_name: 'Ada', last_name: 'Rivers', zipcode: '75067', email, phone },
})
const sentTo = (email: string) => mails.filter(({ to }) => to.address === email)
const textsTo = (email: string) =>
  sentTo(email).map(({ subject, text }) => `${subject}\n\n${text}`.split('\n').filter(Boolean))

test('owners are notified when a registration is received and decided', async () => {
  const hin = newHin()
  const id = await submit({ hin, model: 'Buy at https://spam.example', ...person('one@example.com') })
  await expect.poll(() => sentTo('one@example.com').length).toBe(1)
  const fields = { model: 'Tidewater 26', warranty_duration_months: 24 }
  await acceptRegistration(ctx, { id, fields })
  const rejected = await submit({ hin, ...person('two@example.com') })
  await rejectRegistration(ctx, { id: rejected, fields: { reason: 'This boat is registered.' } })
  await expect.poll(() => mails.length).toBe(4)
  expect(textsTo('one@example.com')).toEqual([
    [
      'Harbor Craft: we have received your registration',
      'Thank you for registering your boat with Harbor Craft.',
      `HIN: ${hin}`,
      'We will check the registration and write to you again.',
      'If you did not register a boat, you can ignore this mail.',
      `Registration ${id}`,
      'Harbor Craft',
    ],
    [
      'Harbor Craft: your boat is registered',
      'Your boat is registered with Harbor Craft.',
      `HIN: ${hin}`,
      'Model: Tidewater 26 2025',
      'Warranty from: 2025-03-01',
      'Warranty until: 2027-03-01',
      'Your certificate is attached. Anybody who has it can check the warranty at',
      expect.stringMatching(/^https:\/\/transom\.example\.com\/verify\/[0-9A-Z]{26}$/),
      `Registration ${id}`,
      'Harbor Craft',
    ],
  ])
  const [first, second] = sentTo('one@example.com')
  expect(first!.attachment).toBeUndefined()
  expect(second!.attachment).toMatchObject({
    filename: `warranty-${hin}.pdf`,
    contentType: 'application/pdf',
  })
  expect(second!.attachment!.content.toString('latin1')).toMatch(/^%PDF-/)
  expect(textsTo('two@example.com')[1]).toContain('Reason: This boat is registered.')
})

test("a mail that is late doesn't show the next owner of the boat", async () => {
  const hin = newHin()
  const id = await submit({ hin, ...person('late@example.com') })
  await acceptRegistration(ctx, { id, fields: {} })
  await expect.poll(() => sentTo('late@example.com').length).toBe(2)
  const next = await submit({ hin, ...person('next@example.com') })
  await acceptRegistration(ctx, { id: next, fields: { transfer: true } })
  await expect.poll(() => sentTo('next@example.com').length).toBe(2)
  expect(sentTo('next@example.com')[1]!.attachment).toBeDefined()
  const handler = ownerMailHandler({ ...ctx, publicUrl: 'https://transom.example.com' })
  const delivery = { ...ownerMail({ id, brand_id: 1, state: 'accepted' } as never), id: 1, messageId: 'm' }
  const limits = { signal: AbortSignal.timeout(10_000), timeoutMs: 10_000 }
  await handler.send({ ...delivery, receiver: null, createdAt: 0 }, limits)
  expect(sentTo('late@example.com')[2]).not.toHaveProperty('attachment')
  expect(sentTo('late@example.com')[2]!.text).not.toContain('verify')
})

test('the mails of a registration are found among the deliveries', async () => {
  const id = await submit(person('three@example.com'))
  const { items } = await listDeliveries(ctx, { subject: `registration:${id}` })
  expect(items).toMatchObject([{ kind: 'owner_mail', event: 'registration.received', subject_id: id }])
})

test('an address gets five confirmations a day, and every decision', async () => {
  const ids: number[] = []
  for (let i = 0; i < 6; i++) ids.push(await submit(person('Often@Example.com')))
  await rejectRegistration(ctx, { id: ids[5]!, fields: { reason: 'Enough' } })
  await expect.poll(() => sentTo('Often@Example.com').length).toBe(6)
  expect(sentTo('Often@Example.com').filter(({ subject }) => subject.includes('not accepted'))).toHaveLength(
    1,
  )
})

test('nothing is queued for an owner without an address', async () => {
  const id = await submit(person(null, '+1 972 555 0143'))
  const queued = await ctx.db.read
    .selectFrom('deliveries')
    .select('id')
    .where('subject_id', '=', id)
    .where('kind', '=', 'owner_mail')
    .execute()
  expect(queued).toEqual([])
})

test('endpoints and the feed get the registration at each step', async () => {
  const id = await submit()
  await acceptRegistration(ctx, { id, fields: {} })
  const events = await ctx.db.read
    .selectFrom('events')
    .select(['type', 'brand_id', 'data'])
    .where('subject', '=', `registration:${id}`)
    .orderBy('id')
    .execute()
  expect(events.map(({ data, ...event }) => ({ ...event, ...JSON.parse(data) }))).toMatchObject([
    { type: 'registration.received', brand_id: 1, brand: 'harbor-craft', id, state: 'received' },
    { type: 'registration.accepted', state: 'accepted', warranty_id: expect.any(Number) },
  ])
})
