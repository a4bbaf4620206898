import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { compose } from '../../src/server/compose.ts'
import { VERSION } from '../../src/version.ts'
import type { Document, Schema } from './document.ts'
import { hoist, nameSchemas } from './named-schemas.ts'
import { toStandardKeywords } from './standard-keywords.ts'

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
  const file = join(import.meta.dirname, '../..', name)
  const text = `${JSON.stringify(content, null, 2)}\n`
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
  } else if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) !== text) {
    console.error(`${name} is not what the routes declare. Run: npm run openapi`)
    process.exitCode = 1
  }
}

/** Returns the description of some paths, with the components that they use. */
function part(all: Document, info: Document['info'], wanted: (path: string) => boolean): Document {
  const own = toStandardKeywords(
    Object.fromEntries(Object.entries(all.paths).filter(([path]) => wanted(path))),
  )
  const schemas: Record<string, Schema> = {}
  nameSchemas(own, schemas)
  const text = JSON.stringify(own)
  for (const [name, schema] of Object.entries(all.components.schemas)) {
    if (text.includes(`"#/components/schemas/${name}"`)) hoist(toStandardKeywords(schema), name, schemas)
  }
  const securitySchemes = Object.fromEntries(
    Object.entries(all.components.securitySchemes).filter(([name]) => text.includes(`"${name}":[]`)),
  )
  return {
    openapi: all.openapi,
    info,
    paths: own,
    components: { securitySchemes, schemas: sorted(schemas) },
  }
}

function sorted<T>(named: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)))
}

// A stop leaves timers behind that the process need not wait for.
process.exit()

async function describe(): Promise<Document> {
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
    return (service.app as unknown as { swagger(): Document }).swagger()
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}
