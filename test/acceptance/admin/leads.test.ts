import { afterAll, expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { startCrm } from '../../support/crm.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer({
  env: { ALLOW_PRIVATE_WEBHOOKS: 'true', DELIVERY_RETRY_SCALE: '0.001' },
})
const crm = await startCrm()
afterAll(() => crm[Symbol.asyncDispose]())
const administrator = await makeAdministrator(server)

const DEALER = {
  name: 'Tidewater Marine',
  country: 'USA',
  postal_code: '75067',
  email: 'sales@tidewater.example',
}

/** Makes a brand with two dealers and a webhook, and a function that submits a lead to it. */
async function makeBrand() {
  const integrator = await makeIntegrator(server, {
    brand: { lead_webhook: { url: crm.url('/leads') } },
    more: (slug) => ({
      dealers: [
        { ...DEALER, dealer_code: `${slug}-1`, brands: [slug] },
        { ...DEALER, dealer_code: `${slug}-2`, brands: [slug], active: false },
      ],
    }),
  })
  const submit = async (fields: object = {}) => {
    const answer = await server.send('POST', '/lead-submission', {
      headers: { 'x-api-token': integrator.apiToken },
      body: {
        brand: integrator.brand.slug,
        contact_category: 'request_quote',
        contact: { contact_email: 'pat@example.com', contact_first_name: 'Pat' },
        ...fields,
      },
    })
    return Number(answer.headers['x-lead-id'] ?? answer.body.lead_id)
  }
  const dealers = await dealersOf(integrator.brand.slug)
  return { slug: integrator.brand.slug, submit, dealers }
}

/** Returns the ids of a brand's dealers by their codes' last character. */
async function dealersOf(slug: string): Promise<Record<string, number>> {
  const applied = await server.apply({
    dealers: ['1', '2'].map((number) => ({ dealer_code: `${slug}-${number}` })),
  })
  return Object.fromEntries(applied.dealers.map(({ id, dealer_code }) => [dealer_code!.slice(-1), id]))
}

test('a lead is listed and shown, assigned, noted and sent again', async () => {
  const { slug, submit, dealers } = await makeBrand()
  const id = await submit()
  const listed = await administrator.call('GET', `/leads?brand=${slug}`)
  expect(listed.body.data).toMatchObject([{ id, brand: slug, state: 'forwarded', dealer_id: null }])

  const assigned = await administrator.call('POST', `/leads/${id}/assign`, {
    body: { dealer_id: dealers['1'] },
  })
  expect(assigned.body.data, assigned.text).toMatchObject({
    dealer_id: dealers['1'],
    dealer_reason: 'manual',
    dealer: { name: 'Tidewater Marine', match_type: 'manual', distance_miles: null },
  })
  expect(assigned.body.data.deliveries.map((one: { kind: string }) => one.kind)).toContain('dealer_mail')

  const noted = await administrator.call('POST', `/leads/${id}/note`, { body: { text: 'Called back' } })
  expect(noted.body.data.notes).toMatchObject([
    { text: 'Called back', actor: { kind: 'user', name: administrator.credentials.email } },
  ])

  const resent = await administrator.call('POST', `/leads/${id}/resend`, { body: { to: 'crm' } })
  expect(resent.status, resent.text).toBe(200)
  await expect
    .poll(async () => (await administrator.call('GET', `/leads/${id}`)).body.data.state, { timeout: 20_000 })
    .toBe('forwarded')
  const shown = await administrator.call('GET', `/leads/${id}`)
  const sent = shown.body.data.deliveries.filter((one: { kind: string }) => one.kind === 'lead_webhook')
  expect(sent.map((one: { status: string }) => one.status)).toEqual(['delivered', 'delivered'])
})

test.each([
  ['an inactive dealer', '2', 422],
  ['a dealer that does not exist', undefined, 422],
])('%s is not assigned a lead', async (_what, which, status) => {
  const { submit, dealers } = await makeBrand()
  const id = await submit()
  const dealer_id = which ? dealers[which] : 999_999
  const refused = await administrator.call('POST', `/leads/${id}/assign`, { body: { dealer_id } })
  expect([refused.status, refused.body.error.details?.[0].field]).toEqual([status, 'dealer_id'])
  expect((await administrator.call('GET', `/leads/${id}`)).body.data.dealer_id).toBeNull()
})

test('a lead without a dealer is not sent to one', async () => {
  const { submit } = await makeBrand()
  const id = await submit()
  const refused = await administrator.call('POST', `/leads/${id}/resend`, { body: { to: 'dealer' } })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT'])
})

test('leads are found by state, category, dealer and time, and pages follow one another', async () => {
  const { slug, submit, dealers } = await makeBrand()
  const ids: number[] = []
  for (let i = 0; i < 5; i++)
    ids.push(await submit({ contact_category: i === 0 ? 'trade_in' : 'request_quote' }))
  await administrator.call('POST', `/leads/${ids[1]}/assign`, { body: { dealer_id: dealers['1'] } })
  const find = async (query: string) => {
    const { body } = await administrator.call('GET', `/leads?brand=${slug}&${query}`)
    return body.data.map(({ id }: { id: number }) => id)
  }
  expect(await find('state=forwarded')).toEqual(ids.toReversed())
  expect(await find('state=failed')).toEqual([])
  expect(await find('category=trade_in')).toEqual([ids[0]])
  expect(await find(`dealer=${dealers['1']}`)).toEqual([ids[1]])
  expect(await find('to=2020-01-01')).toEqual([])
  const first = await administrator.call('GET', `/leads?brand=${slug}&limit=2`)
  expect(first.body.meta.pagination).toMatchObject({ page: 1, total: 5, total_pages: 3 })
  const next = await find(`limit=2&cursor=${first.body.meta.pagination.next_cursor}`)
  expect(next).toEqual([ids[2], ids[1]])
  expect(await find('limit=2&page=3')).toEqual([ids[0]])
})

test('leads are found by the beginning of a name or an address, or by a phone number', async () => {
  const { slug, submit } = await makeBrand()
  const zoe = await submit({
    contact: {
      contact_email: 'Zoe.Quartermain@example.com',
      contact_first_name: 'Zoë',
      contact_last_name: 'Quartermain',
      contact_phone: '+1 (972) 555-0143',
    },
  })
  await submit()
  const other = await makeBrand()
  const find = async (query: string, caller = administrator) => {
    const { body } = await caller.call('GET', `/leads?${query}`)
    return body.data.map(({ id }: { id: number }) => id)
  }
  for (const q of [
    'zoe',
    'quarter',
    'zoe quart',
    'zoe.quar',
    'ZOE.QUARTERMAIN@example.com',
    '9725550143',
    '5550143',
  ]) {
    expect(await find(`brand=${slug}&q=${encodeURIComponent(q)}`), q).toEqual([zoe])
  }
  expect(await find(`brand=${slug}&q=zoe&state=failed`)).toEqual([])
  expect(await find(`brand=${slug}&q=zoe%20pat`)).toEqual([])
  const sales = await makeAdministrator(server, { role: 'sales', brands: [other.slug] })
  expect(await find('q=zoe', sales)).toEqual([])
})

test('leads of other brands do not exist', async () => {
  const own = await makeBrand()
  const other = await makeBrand()
  const id = await other.submit()
  const sales = await makeAdministrator(server, { role: 'sales', brands: [own.slug] })
  expect((await sales.call('GET', `/leads/${id}`)).status).toBe(404)
  expect((await sales.call('POST', `/leads/${id}/note`, { body: { text: 'x' } })).status).toBe(404)
  expect((await sales.call('GET', '/leads')).body.data).toEqual([])
  const [unheld, unknown] = [
    await sales.call('GET', `/leads?brand=${other.slug}`),
    await sales.call('GET', '/leads?brand=no-such-brand'),
  ]
  expect([unheld.status, unheld.body.error.code]).toEqual([unknown.status, unknown.body.error.code])
})
