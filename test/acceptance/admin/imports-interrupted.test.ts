import { expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { startServer } from '../../support/server.ts'

const ROWS = 3_000
const HEADER = 'dealer_code,name,address,city,state,postal_code,country,latitude,longitude\n'
const DEALERS =
  HEADER +
  Array.from({ length: ROWS }, (_, i) => `K${i},Boats ${i},1 Main St,Miami,FL,33101,US,25.78,-80.2\n`).join(
    '',
  )

/** Milliseconds after which the server is killed: while the thread starts, reads, compares and writes. */
const DELAYS = [0, 150, 400, 900]

test('a server that is killed while it checks or runs leaves no half import', {
  timeout: 240_000,
}, async () => {
  await using server = await startServer({ ownProcess: true })
  await server.apply({ brands: [{ slug: 'harbor', name: 'Harbor' }] })
  const administrator = await makeAdministrator(server)
  const call = administrator.call.bind(administrator)
  const headers = { 'content-type': 'text/csv' }
  const created = await call('POST', '/imports?kind=dealers&brand=harbor', { headers, raw: DEALERS })
  const path = `/imports/${created.body.data.id}`
  const show = async () => (await call('GET', path)).body.data
  const settled = async () => {
    for (;;) {
      const shown = await show()
      if (shown.state !== 'checking' && shown.state !== 'running') return shown
      await call('GET', `${path}/events`)
    }
  }
  const countDealers = async () => {
    const check = await call('POST', '/imports?kind=dealers&brand=harbor', { headers, raw: DEALERS })
    const other = `/imports/${check.body.data.id}`
    await call('GET', `${other}/events`)
    return (await call('GET', other)).body.data.summary
  }

  for (const delay of DELAYS.slice(1, 3)) {
    await new Promise((resolve) => setTimeout(resolve, delay))
    await server.restart('SIGKILL')
  }
  const checked = await settled()
  expect(checked).toMatchObject({ state: 'ready', summary: { create: ROWS, invalid: 0 } })

  let runs = 0
  for (const delay of DELAYS) {
    expect((await call('POST', `${path}/commit`)).status).toBe(202)
    runs++
    await new Promise((resolve) => setTimeout(resolve, delay))
    await server.restart('SIGKILL')
    const after = await settled()
    if (after.state === 'done') break
    expect(after).toMatchObject({ state: 'failed', can_commit: true })
    expect(after.reason).toMatch(/^interrupted/)
    expect(await countDealers()).toMatchObject({ create: ROWS, unchanged: 0 })
  }
  if ((await show()).state !== 'done') {
    expect((await call('POST', `${path}/commit`)).status).toBe(202)
    expect(await settled()).toMatchObject({ state: 'done', summary_changed: false })
  }
  expect(runs).toBeGreaterThan(0)
  expect(await countDealers()).toMatchObject({ create: 0, unchanged: ROWS })
})
