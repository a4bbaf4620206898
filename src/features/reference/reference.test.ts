import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { addReferenceRoutes } from './module.ts'
import { GUIDES } from './shell.ts'

const app = Fastify()
app.setErrorHandler((error: { code?: string }, _request, reply) =>
  reply.status(error.code === 'NOT_FOUND' ? 404 : 500).send(),
)
addReferenceRoutes(app)
afterAll(() => app.close())

const get = (url: string, headers = {}) => app.inject({ url, headers })

test.each([
  ['/docs', 'openapi.json'],
  ['/docs/admin', 'openapi-admin.json'],
])('%s shows every operation, with an example in each language', async (url, file) => {
  const { paths } = JSON.parse(readFileSync(file, 'utf8'))
  const { body } = await get(url)
  for (const [path, methods] of Object.entries<Record<string, { operationId: string }>>(paths)) {
    for (const { operationId } of Object.values(methods)) {
      const section = body.match(
        new RegExp(`<section class="operation" id="${operationId}".*?</section>`, 's'),
      )?.[0]
      expect(section, operationId).toContain(path)
      for (const language of ['curl', 'TypeScript', 'Python']) {
        expect(section).toContain(`data-language="${language}"`)
      }
      expect(section).toContain('Try it')
    }
  }
})

test('the pages run no script but their own and load nothing from elsewhere', async () => {
  for (const url of ['/docs', '/docs/admin', '/docs/guides/integrators']) {
    const { body, headers } = await get(url)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    )
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(body).not.toMatch(/<script(?! src="\/docs\/assets\/[\da-f]{12}\/)|<style|\sstyle=|\son\w+=/)
    expect(body).not.toMatch(/(src|<link[^>]* href)="https?:/)
  }
})

test('their files may be cached forever, because a change changes their address', async () => {
  const { body } = await get('/docs')
  const addresses = [...body.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, address]) => address!)
  expect(addresses).toHaveLength(2)
  for (const address of addresses) {
    const { statusCode, headers } = await get(address)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  }
  expect(await get('/docs/assets/000000000000/reference.js')).toMatchObject({ statusCode: 404 })
})

test('every guide is a page, whose links to other guides lead to pages', async () => {
  for (const [name] of GUIDES) {
    const { statusCode, body } = await get(`/docs/guides/${name}`)
    expect([name, statusCode]).toEqual([name, 200])
    expect(body).not.toMatch(/href="[^"]*\.md/)
  }
  for (const name of ['nothing', '..%2fREADME', 'architecture']) {
    expect(await get(`/docs/guides/${name}`)).toMatchObject({ statusCode: 404 })
  }
})

test('a client that accepts gzip gets it', async () => {
  const plain = await get('/openapi.json')
  const packed = await get('/openapi.json', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(plain.rawPayload.equals(readFileSync('openapi.json'))).toBe(true)
})
