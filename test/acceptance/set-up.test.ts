import { expect, test } from 'vitest'
import { makeIntegrator } from '../support/integrator.ts'
import { startServer } from '../support/server.ts'

test('a running server sees what a file sets up', async () => {
  await using server = await startServer()
  const integrator = await makeIntegrator(server)
  const created = await integrator.register()
  expect(created.status).toBe(201)
  const read = await integrator.call('GET', `/warranty/${created.body.data.hin}`)
  expect(read.body.data.brand_id).toBe(integrator.brand.id)
})
