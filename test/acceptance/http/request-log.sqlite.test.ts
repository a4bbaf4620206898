import { expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { startServer } from '../../support/server.ts'

test('ACCESS_LOG logs each request by route, caller and id, and names no boat and nobody', async () => {
  await using server = await startServer({ env: { ACCESS_LOG: 'true' } })
  const ada = await makeIntegrator(server)
  const headers = (id: string) => ({ 'x-request-id': id })
  await ada.register({ hin: 'ZZQ123456789' }, headers('one'))
  await ada.call('GET', '/warranty/zzq123456789?email=zenobia@example.com', { headers: headers('two') })
  const query = `brand=${ada.brand.slug}&country=CA&postal_code=K1A0B1`
  const token = { 'x-api-token': ada.apiToken, ...headers('three') }
  await server.send('GET', `/dealer-locator?${query}`, { headers: token })
  await server.send('GET', '/zenobia', { headers: headers('four') })
  const lineOf = (id: string) =>
    server.output
      .split('\n')
      .filter((line) => line.includes(`"requestId":"${id}"`))
      .map((line) => JSON.parse(line))
  await expect.poll(() => lineOf('four'), { timeout: 10_000 }).toHaveLength(1)
  const user = expect.stringMatching(/^user:\d+$/)
  const line = (method: string, route: string | null, status: number) => ({
    ...{ level: 'info', msg: 'request', method, route, status },
    ms: expect.any(Number),
  })
  expect(lineOf('one')).toEqual([
    expect.objectContaining({ ...line('POST', '/api/v1/warranty', 201), caller: user }),
  ])
  expect(lineOf('two')).toEqual([
    expect.objectContaining({ ...line('GET', '/api/v1/warranty/:hin', 200), caller: user }),
  ])
  expect(lineOf('three')).toEqual([
    expect.objectContaining({
      ...line('GET', '/dealer-locator', 200),
      caller: expect.stringMatching(/^token:\d+$/),
    }),
  ])
  expect(lineOf('four')).toEqual([expect.objectContaining(line('GET', null, 404))])
  for (const private_ of ['zzq123456789', 'zenobia', 'k1a0b1', ada.apiToken, '127.0.0.1"'])
    expect(server.output.toLowerCase()).not.toContain(private_.toLowerCase())
})

test('ACCESS_LOG says who was over a limit, or lacks a permission', async () => {
  await using server = await startServer({ env: { ACCESS_LOG: 'true', RATE_LIMIT_PER_MINUTE: '1' } })
  const ada = await makeIntegrator(server, { permissions: ['warranty:list'] })
  const headers = { 'x-api-token': ada.apiToken }
  for (const expected of [403, 429]) {
    expect((await ada.call('GET', '/warranty/ABC12345D526')).status).toBe(expected)
  }
  for (let i = 0; i < 2; i++) await server.send('GET', '/dealer-locator?brand=none', { headers })
  const lines = () =>
    server.output
      .split('\n')
      .filter((line) => /"status":(403|429)/.test(line))
      .map((line) => JSON.parse(line))
  await expect.poll(lines, { timeout: 10_000 }).toHaveLength(3)
  expect(lines().map(({ status, caller }) => [status, caller])).toEqual([
    [403, expect.stringMatching(/^user:\d+$/)],
    [429, expect.stringMatching(/^user:\d+$/)],
    [429, expect.stringMatching(/^token:\d+$/)],
  ])
})

test('without it requests are not logged', async () => {
  await using server = await startServer()
  await server.send('GET', '/dealer-locator', { headers: { 'x-request-id': 'mine' } })
  await server.kill('SIGTERM')
  expect(server.output).not.toContain('mine')
})
