import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCommands } from '../../../test/support/administration.ts'
import { openTestDatabase } from '../../../test/support/db.ts'
import { createOutgoing } from '../../platform/outgoing/client.ts'
import { createBrandCache } from '../brands/index.ts'
import { apply, issuesOf } from '../setup/apply.test-support.ts'
import { registerEndpointCommands, registerFeedCommand } from './cli.ts'

const { db, drop } = await openTestDatabase()
const outgoing = createOutgoing({ allowPrivate: false, userAgent: 'test' })
afterAll(async () => {
  await outgoing.close()
  await drop()
})
beforeAll(() => apply(db, { brands: [{ slug: 'a', name: 'A' }] }))

const services = { outgoing, brands: createBrandCache(db), deliveries: { wakeAll: async () => undefined } }
const { run, json, refusal } = makeCommands(db, (program, withContext, output) => {
  registerEndpointCommands(program, (work) => withContext((ctx) => work({ ...ctx, ...services })), output)
  registerFeedCommand(program, (work) => withContext((ctx) => work({ ...ctx, ...services })), output)
})
const group = (...args: string[]) => json('event-endpoints', ...args)
const url = 'https://example.com/events?key=1'

test('the shell creates, changes, tests, replays and deletes an endpoint', async () => {
  const { id, secret, ...made } = await group('create', url, '--brands', 'a')
  expect(secret).toMatch(/^whsec_/)
  expect(made).toMatchObject({ url, brands: ['a'], event_types: ['*'], active: true, description: '' })
  const changes = ['--event-types', 'dealer.created,lead.received', '--active', 'false']
  expect(await group('update', `${id}`, ...changes)).toMatchObject({
    ...{ event_types: ['dealer.created', 'lead.received'], active: false },
  })
  expect(await group('list', '--brand', 'a')).toMatchObject({ event_endpoints: [{ id }] })
  const { printed } = await run(['event-endpoints', 'list'])
  expect(printed.join('\n')).toContain('example.com')
  expect(printed.join('\n')).not.toContain('key=1')
  const rotated = await group('secret', `${id}`, '--action', 'rotate')
  expect(rotated.secret).not.toBe(secret)
  expect(await group('show', `${id}`)).toMatchObject({ previous_secret_signs: true })
  expect(await refusal(['event-endpoints', 'replay', `${id}`, '--from', '2026-01-01'])).toContain(
    'switched off',
  )
  await group('update', `${id}`, '--active', 'true')
  expect(await group('replay', `${id}`, '--from', '2026-01-01', '--dry-run')).toEqual({ replayed: 0 })
  expect(await group('replay', `${id}`, '--from', '7d', '--to', '1h', '--dry-run')).toEqual({ replayed: 0 })
  expect(await refusal(['event-endpoints', 'replay', `${id}`, '--from', 'soon'])).toMatch(
    /^--from must be a time such/,
  )
  expect(await group('replay', `${id}`, '--events', '1, 2')).toEqual({ replayed: 0 })
  await group('delete', `${id}`)
  expect(await refusal(['event-endpoints', 'show', `${id}`])).toContain(`no event endpoint ${id}`)
  expect((await run(['events', 'list'])).exit).toBe(2)
})

test('a set-up file has endpoints, known by their address, and applied again it changes nothing', async () => {
  const file = { event_endpoints: [{ url, brands: ['a'], event_types: ['lead.received'] }] }
  const { event_endpoints: made = [] } = await apply(db, file)
  expect(made).toEqual([{ id: expect.any(Number), url, secret: expect.stringMatching(/^whsec_/) }])
  const audited = () => db.read.selectFrom('audit_entries').select('id').execute()
  const before = await audited()
  expect((await apply(db, file)).event_endpoints).toEqual([{ id: made[0]!.id, url }])
  expect(await audited()).toEqual(before)
  await apply(db, { event_endpoints: [{ url, active: false }] })
  expect(await group('show', `${made[0]!.id}`)).toMatchObject({
    active: false,
    event_types: ['lead.received'],
  })
  expect(
    await issuesOf(db, {
      event_endpoints: [
        { url: 'http://example.com' },
        { url: 'https://example.com/new' },
        { url: 'https://example.com/other', brands: ['b'], event_types: ['lead.lost'] },
      ],
    }),
  ).toEqual([
    'event_endpoints[0].url: The target URL must begin with https://; plain http needs ALLOW_PRIVATE_WEBHOOKS=true.',
    'event_endpoints[1].brands: Brands is required for a new endpoint.',
    expect.stringContaining('event_endpoints[2].brands[0]: There is no brand "b"'),
    expect.stringContaining('event_endpoints[2].event_types[0]'),
  ])
})
