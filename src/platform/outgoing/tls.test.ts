import { createServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { createTestCertificate } from './certificate.test-support.ts'
import { expectFailure, limits, listen, outgoing, resolveTo, serve } from './target.test-support.ts'

const trusted = getCACertificates('default')

afterEach(() => setDefaultCACertificates(trusted))

test('a trusted certificate is checked against the name, although the connection goes to an address', async () => {
  const { url, cert, names } = await serveTls('crm.example.test')
  setDefaultCACertificates([...trusted, cert])
  const client = outgoing({ lookup: resolveTo(['127.0.0.1']) })
  expect((await client.post(url('crm.example.test'), limits)).body.toString()).toBe('secure')
  expect(names).toEqual(['crm.example.test'])
  await expectFailure(client.post(url('other.example.test'), limits), 'tls')
  await expectFailure(client.post(url('127.0.0.1'), limits), 'tls')
})

test('an untrusted certificate is refused', async () => {
  const { url } = await serveTls('crm.example.test')
  const client = outgoing({ lookup: resolveTo(['127.0.0.1']) })
  const error = await expectFailure(client.post(url('crm.example.test'), limits), 'tls')
  expect(error.message).toBe('No trusted TLS connection could be made (DEPTH_ZERO_SELF_SIGNED_CERT).')
})

test('an expired certificate is refused', async () => {
  const { url, cert } = await serveTls('crm.example.test', -1)
  setDefaultCACertificates([...trusted, cert])
  const client = outgoing({ lookup: resolveTo(['127.0.0.1']) })
  const error = await expectFailure(client.post(url('crm.example.test'), limits), 'tls')
  expect(error.message).toContain('CERT_HAS_EXPIRED')
})

test('a target that does not speak TLS is a TLS error', async () => {
  const url = await serve((_request, response) => response.end('plain'))
  await expectFailure(outgoing().post(url.replace('http:', 'https:'), limits), 'tls')
})

test('a connection that is closed during the handshake is a connection error', async () => {
  const url = await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy())))
  await expectFailure(outgoing().post(url.replace('http:', 'https:'), limits), 'connection')
})

const day = 86_400_000

/** Starts an HTTPS server on loopback with a self-signed certificate for `name` that expires in `days` days. */
async function serveTls(name: string, days = 1) {
  const now = Date.now()
  const { cert, key } = createTestCertificate(name, new Date(now - 2 * day), new Date(now + days * day))
  const names: unknown[] = []
  const server = createServer({ cert, key }, (_request, response) => response.end('secure'))
  server.on('secureConnection', (socket) => names.push(socket.servername))
  const { port } = new URL(await listen(server))
  return { url: (host: string) => `https://${host}:${port}/hook`, cert, names }
}
