import { expect, test } from 'vitest'
import { startServer } from '../../support/server.ts'
import { plainRefusal } from '../errors.ts'

test('GET / leads a browser to the documentation, and to a console only if there is one', async () => {
  await using server = await startServer()
  const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const page = await server.send('GET', '/', { headers })
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  const links = [...page.text.matchAll(/href="(.*?)"/g)].map(([, path]) => path!)
  expect(links).toEqual(expect.arrayContaining(['/docs', '/openapi.json']))
  for (const path of links) expect(await server.send('GET', path), path).toMatchObject({ status: 200 })
})

test('GET / is 404 for other clients', async () => {
  await using server = await startServer()
  for (const accept of ['application/json', '*/*']) {
    expect(await server.send('GET', '/', { headers: { accept } })).toMatchObject(plainRefusal(404))
  }
})
