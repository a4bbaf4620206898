import { expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { makeIntegrator } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'

const server = await startFileServer()

test('the overview counts what a brand got, and shows what the caller may read', async () => {
  const integrator = await makeIntegrator(server, {
    more: (slug) => ({
      dealers: [
        {
          dealer_code: slug,
          name: 'Nowhere Marine',
          country: 'USA',
          latitude: null,
          longitude: null,
          brands: [slug],
        },
      ],
    }),
  })
  await integrator.register()
  const { slug } = integrator.brand
  await server.send('POST', '/lead-submission', {
    headers: { 'x-api-token': integrator.apiToken },
    body: { brand: slug, contact_category: 'trade_in', contact: { contact_email: 'pat@example.com' } },
  })
  const today = new Date().toISOString()
  const administrator = await makeAdministrator(server)
  const { body } = await administrator.call('GET', `/overview?brand=${slug}`)
  expect(body.data).toMatchObject({
    warranties_by_month: [{ month: today.slice(0, 7), total: 1 }],
    leads_by_day: [{ day: today.slice(0, 10), category: 'trade_in', total: 1 }],
    deliveries: { pending: 0, failed: 0 },
    dealers_without_point: 1,
    failed_syncs: 0,
  })
  const sales = await makeAdministrator(server, { role: 'sales', brands: [slug] })
  const seen = (await sales.call('GET', '/overview')).body.data
  expect(seen).toMatchObject({ leads_by_day: body.data.leads_by_day, warranties_by_month: null })
})
