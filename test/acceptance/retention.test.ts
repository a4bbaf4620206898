import { expect, test } from 'vitest'
import { makeIntegrator } from '../support/integrator.ts'
import { startServer } from '../support/server.ts'
import { runSql } from './behind.ts'

test('leads go when they have been kept long enough, whatever else cannot be cleared away', async () => {
  await using server = await startServer({ env: { RETENTION_LEADS_DAYS: '30' } })
  const integrator = await makeIntegrator(server)
  for (const _ of [1, 2]) expect(await integrator.submitLead()).toMatchObject({ status: 200 })
  const left = async () => (await runSql(server, 'select id from leads')).length
  await runSql(server, 'update leads set received_at = 1 where id = (select min(id) from leads)')
  await runSql(server, 'alter table geocode_answers rename to away')
  await server.restart()
  await expect.poll(left, { timeout: 10_000 }).toBe(1)
  for (const said of [
    /geocode_answers.*a scheduled job failed/,
    /"leads":1.*records past their retention were removed/,
  ]) {
    await expect.poll(() => server.output).toMatch(said)
  }
})
