import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../src/config.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const SETTINGS = Object.keys(readConfig({}))
const MODES = ['serve', 'work']

interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  depends_on?: string[] | Record<string, { condition: string }>
  volumes?: string[]
  healthcheck?: object
  networks?: { default: { ipv4_address: string } }
  [key: string]: unknown
}

const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>
  networks: { default: { ipam: { config: [{ subnet: string; ip_range: string }] } } }
  volumes: Record<string, null>
}
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'transom:local')
const example = Object.fromEntries(
  [...read('deploy/compose.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]),
)

/** Substitutes `${NAME}`, `${NAME:-else}` and `${NAME:?or fail}` as Docker does. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name, kind, other) => {
    if (values[name]) return values[name]
    if (kind === '?') throw new Error(`${name} must be given`)
    return kind === '-' ? other : ''
  })
}

const secrets = { ...example, POSTGRES_PASSWORD: 'x'.repeat(48), TRANSOM_JWT_SECRET: 'y'.repeat(64) }

test('compose: two servers and a worker have settings that a server starts with', () => {
  expect(ours.map(([name, { command = ['serve'] }]) => `${name} ${command}`)).toEqual([
    'api1 serve',
    'api2 serve',
    'worker work',
  ])
  for (const [, { environment = {} }] of ours) {
    expect(Object.keys(environment).filter((name) => !SETTINGS.includes(name))).toEqual([])
    const filled = Object.entries(environment).map(([name, value]) => [name, fill(value, secrets)])
    const config = readConfig({ ...imageSettings(), ...Object.fromEntries(filled) })
    const database = new URL(config.DATABASE_URL!)
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } =
      compose.services[database.hostname]!.environment!
    expect([database.username, database.pathname]).toEqual([POSTGRES_USER, `/${POSTGRES_DB}`])
    expect(database.password).toBe(fill(POSTGRES_PASSWORD!, secrets))
    expect(config.TRUSTED_PROXIES).toEqual([compose.services.proxy!.networks!.default.ipv4_address])
  }
})

test('compose: the proxy has its address in the network, and knows each server by name and port', () => {
  const [{ subnet, ip_range }] = compose.networks.default.ipam.config
  const { networks, environment } = compose.services.proxy!
  const address = ipaddr.parse(networks!.default.ipv4_address)
  expect(address.match(ipaddr.parseCIDR(subnet))).toBe(true)
  // Else another container may have it first.
  expect(address.match(ipaddr.parseCIDR(ip_range))).toBe(false)
  const upstreams = [...read('deploy/Caddyfile').matchAll(/\{\$(API\d):/g)].map(
    ([, name]) => environment![name!],
  )
  const { PORT } = imageSettings()
  expect(upstreams).toEqual(['api1', 'api2'].map((name) => `${name}:${PORT}`))
})

test('compose: every named file and service exists', () => {
  for (const [name, { depends_on = [], volumes = [] }] of Object.entries(compose.services)) {
    for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
      expect(compose.services, name).toHaveProperty(other)
    }
    for (const volume of volumes) {
      const source = volume.split(':')[0]!
      if (source.startsWith('.')) expect(existsSync(join(ROOT, source)), source).toBe(true)
      else expect(compose.volumes).toHaveProperty(source)
    }
  }
})

test('compose: the example of .env has every variable, no other, and no secret', () => {
  const used = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
  expect([...new Set(used)].sort()).toEqual(Object.keys(example).sort())
  expect(() => fill(ours[0]![1].environment!.TRANSOM_JWT_SECRET!, example)).toThrow(
    'TRANSOM_JWT_SECRET must be given',
  )
  expect(read('.gitignore').split('\n')).toContain('.env')
})

test('Dockerfile: it copies only existing files of the context, and runs as an unprivileged user', () => {
  const dockerfile = read('Dockerfile')
  const ignored = read('.dockerignore').split('\n')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    paths!.split(' '),
  )
  for (const path of copied) {
    expect(existsSync(join(ROOT, path)), path).toBe(true)
    // A folder is named once for everything in it.
    expect(ignored).toContain(`!${path.split('/')[0]}`)
  }
  expect(ignored[1]).toBe('*')
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  const { HOST, PORT, DATA_DIR } = readConfig(imageSettings())
  expect(HOST).toBe('0.0.0.0')
  expect(dockerfile).toContain(`EXPOSE ${PORT}`)
  expect(dockerfile).toContain(`VOLUME ${DATA_DIR}`)
  expect(MODES).toContain(JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)![1]!)[0])
  for (const [, path] of dockerfile.matchAll(/"\/opt\/transom\/((?:bin|src)\/[^"]+)"/g)) {
    expect(existsSync(join(ROOT, path!)), path).toBe(true)
  }
})

test.each([
  [200, 0],
  [503, 1],
])('the health check of the image takes %i of /readyz for exit code %i', async (status, code) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const run = (env: Record<string, string>) =>
    new Promise((resolve) => {
      execFile(process.execPath, ['bin/healthcheck.js'], { cwd: ROOT, env }, (error) =>
        resolve(error ? error.code : 0),
      )
    })
  expect(await run({ HOST: '0.0.0.0', PORT: String(port) })).toBe(code)
  server.closeAllConnections()
  server.close()
  expect(asked).toEqual(['/readyz'])
  expect(await run({ PORT: String(port) })).toBe(1)
})

test('systemd: the unit starts an existing command, with known settings', () => {
  const unit = read('deploy/transom.service')
  const folder = /^WorkingDirectory=(.+)$/m.exec(unit)![1]!
  const [, program, mode] = /^ExecStart=(\S+) (\w+)$/m.exec(unit)!
  expect(existsSync(join(ROOT, program!.slice(folder.length)))).toBe(true)
  expect(MODES).toContain(mode)
  const environment = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)]
  for (const [, name] of environment) expect([...SETTINGS, 'NODE_COMPILE_CACHE']).toContain(name)
  const cache = /^CacheDirectory=(.+)$/m.exec(unit)![1]
  expect(environment).toContainEqual(expect.arrayContaining(['NODE_COMPILE_CACHE', `/var/cache/${cache}`]))
  const state = /^StateDirectory=(.+)$/m.exec(unit)![1]
  expect(environment).toContainEqual(expect.arrayContaining(['DATA_DIR', `/var/lib/${state}`]))
  expect(existsSync(join(ROOT, /^Documentation=file:\/\/\/opt\/transom\/(.+)$/m.exec(unit)![1]!))).toBe(true)
})

test('proxies: they lead to the port that a server has by default, and hold back what the server itself limits', () => {
  const nginx = read('deploy/nginx.conf')
  const caddy = read('deploy/Caddyfile')
  const port = String(readConfig({}).PORT)
  expect(/^ {2}server 127\.0\.0\.1:(\d+)/m.exec(nginx)![1]).toBe(port)
  expect(/\{\$API1:127\.0\.0\.1:(\d+)\}/.exec(caddy)![1]).toBe(port)
  // Requests in general, the largest of which has many warranties, and the files of imports.
  const least = [4 * 2 ** 20, 64 * 2 ** 20]
  const bytes = (text: string, pattern: RegExp, unit: number) =>
    [...text.matchAll(pattern)].map(([, size]) => Number(size) * unit).sort((a, b) => a - b)
  for (const sizes of [
    bytes(nginx, /client_max_body_size (\d+)m;/g, 2 ** 20),
    bytes(caddy, /max_size (\d+)MB/g, 1e6),
  ]) {
    expect(sizes.map((size, i) => size > least[i]!)).toEqual([true, true])
  }
  for (const file of [nginx, caddy]) expect(file).toContain('/admin/v1/imports')
  // Caddy sends both by itself. Without them a session's cookie is not Secure, and changes look like another site's.
  expect(nginx).toContain('proxy_set_header X-Forwarded-Proto $scheme;')
  expect(nginx).toContain('proxy_set_header Host $http_host;')
  for (const path of ['/metrics', '/livez', '/readyz']) {
    expect(nginx).toMatch(new RegExp(`\\^/\\(.*${path.slice(1)}.*\\)\\$`))
    expect(caddy).toMatch(new RegExp(`@own path .*${path}\\b`))
  }
  // A connection that the server is about to close must not be used by the proxy.
  const server = Number(
    /KEEP_ALIVE_MS = ([\d_]+)/.exec(read('src/platform/http/listener.ts'))![1]!.replaceAll('_', ''),
  )
  expect(Number(/keepalive_timeout (\d+)s;/.exec(nginx)![1]) * 1000).toBeLessThan(server)
  expect(Number(/keepalive (\d+)s\n/.exec(caddy)![1]) * 1000).toBeLessThan(server)
})

function imageSettings(): Record<string, string> {
  const line = /^ENV (.+)$/m.exec(read('Dockerfile'))![1]!
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]))
}

test('Dockerfile: the console is built from the packages that web/package.json names', () => {
  const { dependencies } = JSON.parse(read('web/package.json'))
  const paths = globSync('web/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/*.test.*', 'web/generate-types.ts'],
  })
  const packages = paths.flatMap((path) =>
    [...read(path).matchAll(/(?:from |import\()'((?:@[^/']+\/)?[^./':][^/':]*)['/]/g)].map(
      ([, name]) => name!,
    ),
  )
  expect(packages).toContain('react')
  expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([])
})
