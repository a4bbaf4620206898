import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import { readConfig } from '../src/config.ts'
import { createLogger } from '../src/platform/log.ts'
import { compose } from '../src/server/compose.ts'
import { VERSION } from '../src/version.ts'

interface Description {
  info: { title: string; version: string; description: string }
  paths: Record<string, object>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}

const ADMIN = '/admin/v1/'

/**
 * Writes openapi.json (the interfaces of integrators) and openapi-admin.json from the routes' schemas. With --check,
 * fails when a committed one differs.
 */
const description = await describe()
const administration = {
  title: 'Transom administration',
  version: '1.0.0',
  description: 'Everything that an administrator of Transom can do.',
}
write(
  'openapi.json',
  part(description, description.info, (path) => !path.startsWith(ADMIN)),
)
write(
  'openapi-admin.json',
  part(description, administration, (path) => path.startsWith(ADMIN)),
)

function write(name: string, content: object): void {
  const file = join(import.meta.dirname, '..', name)
  const text = `${JSON.stringify(content, null, 2)}\n`
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
  } else if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== text) {
    console.error(`${name} is not what the routes declare. Run: npm run openapi`)
    process.exitCode = 1
  }
}

/** Returns the description of some paths, with the components that they use. */
function part(
  { paths, components, ...all }: Description,
  info: Description['info'],
  wanted: (path: string) => boolean,
) {
  const schemas: Record<string, object> = {}
  const own = hoist(Object.fromEntries(Object.entries(paths).filter(([path]) => wanted(path))), schemas)
  const text = JSON.stringify(own)
  const used = (kind: Record<string, object>, mark: (name: string) => string) =>
    Object.fromEntries(Object.entries(kind).filter(([name]) => text.includes(mark(name))))
  return {
    ...all,
    info,
    components: {
      securitySchemes: used(components.securitySchemes, (name) => `"${name}":[]`),
      schemas: { ...used(components.schemas, (name) => `"#/components/schemas/${name}"`), ...schemas },
    },
    paths: own,
  }
}

/** Moves every schema with a title to the named schemas, and refers to it in its place. */
function hoist<T>(value: T, schemas: Record<string, object>): T {
  if (Array.isArray(value)) return value.map((item) => hoist(item, schemas)) as T
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hoist(item, schemas)]))
  const { title, ...schema } = copy
  if (typeof title !== 'string' || !/^[A-Z]\w*$/.test(title) || !('type' in copy || 'anyOf' in copy)) {
    return copy as T
  }
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`Two schemas are called ${title}.`)
  }
  schemas[title] = schema
  return { $ref: `#/components/schemas/${title}` } as T
}

// A stop leaves timers behind that the process need not wait for.
process.exit()

async function describe(): Promise<Description> {
  const folder = mkdtempSync(join(tmpdir(), 'transom-openapi-'))
  const config = readConfig({ DATA_DIR: folder, SHUTDOWN_GRACE_MS: '0', LOG_LEVEL: 'silent' })
  const service = await compose(config, createLogger({ level: 'silent' }), (app) => {
    app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Transom',
          version: VERSION,
          description: 'Warranty registration, dealer locator and lead submission for boat builders.',
        },
        components: {
          securitySchemes: {
            bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
            session: { type: 'apiKey', in: 'cookie', name: 'transom_session' },
            apiToken: { type: 'apiKey', in: 'header', name: 'X-API-Token' },
          },
        },
      },
      hideUntagged: true,
      refResolver: { buildLocalReference: (schema) => String(schema.$id) },
    })
  })
  try {
    await service.app.ready()
    return (service.app as unknown as { swagger(): Description }).swagger()
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}
