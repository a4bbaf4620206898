import { createServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { createTestCertificate } from '../../platform/outgoing/certificate.test-support.ts'
import { expectFailure, listen, resolveTo } from '../../platform/outgoing/target.test-support.ts'
import { probeTarget } from './probe.ts'

const trusted = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trusted))

const rules = { allowPrivate: true, timeoutMs: 10_000 }

test('completes the TLS handshake, returns when the certificate expires, and sends nothing', async () => {
  const end = new Date(Math.floor(Date.now() / 1000) * 1000 + 5 * 86_400_000)
  const { cert, key } = createTestCertificate('crm.example.test', new Date(Date.now() - 60_000), end)
  setDefaultCACertificates([...trusted, cert])
  let requests = 0
  const { port } = new URL(await listen(createServer({ cert, key }, () => requests++)))
  const options = { ...rules, lookup: resolveTo(['127.0.0.1']) }
  expect(await probeTarget(`https://crm.example.test:${port}/hook`, options)).toBe(end.getTime())
  await expectFailure(probeTarget(`https://other.example.test:${port}/`, options), 'tls')
  expect(requests).toBe(0)
})

test('connects to a plain http target if that is permitted', async () => {
  let bytes = 0
  const url = await listen(createTcpServer((socket) => socket.on('data', (data) => (bytes += data.length))))
  expect(await probeTarget(url, rules)).toBeNull()
  expect(bytes).toBe(0)
  await expectFailure(probeTarget(url, { ...rules, allowPrivate: false }), 'refused_target')
})

test('refuses the targets that a delivery refuses, and times out', async () => {
  const strict = { ...rules, allowPrivate: false, lookup: resolveTo(['93.184.216.34', '10.0.0.1']) }
  await expectFailure(probeTarget('https://crm.example.test/', strict), 'refused_target')
  await expectFailure(probeTarget('https://169.254.169.254/', strict), 'refused_target')
  const silent = await listen(createTcpServer(() => {}))
  await expectFailure(probeTarget(silent.replace('http:', 'https:'), { ...rules, timeoutMs: 50 }), 'timeout')
  await expectFailure(probeTarget('https://127.0.0.1:1/', rules), 'connection')
})
