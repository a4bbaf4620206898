import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { makeAdministrator } from '../../support/administrator.ts'
import { startServer } from '../../support/server.ts'

const DEALERS = `dealer_code,name,address,city,state,postal_code,country,latitude,longitude\n${Array.from(
  { length: 20_000 },
  (_, i) => `E${i},Boats ${i},1 Main St,Miami,FL,33101,US,25.78,-80.2\n`,
).join('')}`

test('a stream of events ends when the server closes, also for a reader that reads nothing', async () => {
  await using server = await startServer({ ownProcess: true })
  await server.apply({ brands: [{ slug: 'harbor', name: 'Harbor' }] })
  const administrator = await makeAdministrator(server)
  const headers = { 'content-type': 'text/csv' }
  const created = await administrator.call('POST', '/imports?kind=dealers&brand=harbor', {
    headers,
    raw: DEALERS,
  })
  const { id } = created.body.data
  const asleep = connect(Number(server.env.PORT), '127.0.0.1')
  await once(asleep, 'connect')
  asleep.pause()
  asleep.write(
    `GET /admin/v1/imports/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${administrator.accessToken}\r\n\r\n`,
  )
  const events = administrator.call('GET', `/imports/${id}/events`)
  // A request behind both streams: they have begun.
  expect((await administrator.call('GET', `/imports/${id}`)).body.data.state).toBe('checking')
  const began = performance.now()
  const [code, stream] = await Promise.all([server.kill('SIGTERM'), events.catch(() => undefined)])
  asleep.destroy()
  expect(code).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
  if (stream) expect(stream.text).toMatch(/^data: \{/)
  await server.start()
  const last = await administrator.call('GET', `/imports/${id}/events`)
  expect(last.text.trim().split('\n\n').at(-1)).toContain('"state":"ready"')
})
