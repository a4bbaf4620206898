import { expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startServer } from '../../support/server.ts'

/** So long a running server may take to see what a command has changed. */
const SEEN = { timeout: 2_000, interval: 20 }

test('the locator follows changes of dealers and territories, and the audit trail records them', async () => {
  await using server = await startServer()
  const integrator = await makeIntegrator(server)
  const { slug } = integrator.brand
  const done = async (...args: string[]) => {
    const { code, stdout, stderr } = await server.command(...args, '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }
  const located = async () => {
    const { body } = await integrator.locate({ country: 'US', postal_code: '75067' })
    return body.dealers.map((row: { name: string; match_type: string }) => `${row.name}: ${row.match_type}`)
  }

  const dealer = await done(
    ...['dealers', 'create', '--name', 'Pier 1', '--dealer-code', 'P-1', '--country', 'US'],
    ...['--postal-code', '75067', '--brands', slug],
  )
  expect(dealer).toMatchObject({ approximate: true, latitude: expect.any(Number) })
  await expect.poll(located, SEEN).toEqual(['Pier 1: distance'])
  await done('territories', 'create', '75067', '--brand', slug, '--dealer', 'P-1')
  await expect.poll(located, SEEN).toEqual(['Pier 1: territory'])
  await done('dealers', 'deactivate', 'P-1')
  await expect.poll(located, SEEN).toEqual([])

  const { stdout } = await server.command('audit', 'list', '--json')
  for (const action of ['dealer.created', 'territory.assigned', 'dealer.updated']) {
    expect(stdout).toContain(action)
  }
})
