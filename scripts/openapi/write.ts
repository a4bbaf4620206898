import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createSchemaCompiler } from '../../src/platform/schema-issues.ts'
import { compose } from '../../src/server/compose.ts'
import { VERSION } from '../../src/version.ts'
import { completeExamples } from './complete-examples.ts'
import type { Document, Schema } from './document.ts'
import { completeErrors } from './error-responses.ts'
import { hoist, nameSchemas } from './named-schemas.ts'
import { toPostman } from './postman.ts'
import { addHeaderComponents, completeHeaders, type RouteFacts } from './response-headers.ts'
import { toStandardKeywords } from './standard-keywords.ts'
import { completeTags } from './tags.ts'
import { ADMINISTRATION, INTRODUCTION } from './texts.ts'
import { addEventMessages, addWebhooks } from './webhooks.ts'

const ADMIN = '/admin/v1/'

/**
 * Writes openapi.json (the interfaces of integrators), a collection of its requests, and openapi-admin.json. With --check,
 * fails when a committed one differs.
 */
const facts = new Map<string, RouteFacts>()
const bodies = createSchemaCompiler()
const description = await describe()
const license = { name: 'MIT', identifier: 'MIT' }
const integrators = complete(
  part(
    description,
    { title: 'Transom', version: VERSION, description: INTRODUCTION, license },
    (path) => !path.startsWith(ADMIN),
  ),
  { webhooks: true },
)
write('openapi.json', integrators)
write('docs/postman/transom.postman_collection.json', toPostman(integrators))
write(
  'openapi-admin.json',
  complete(
    part(
      description,
      { title: 'Transom administration', version: '1.0.0', description: ADMINISTRATION, license },
      (path) => path.startsWith(ADMIN),
    ),
    { webhooks: false },
  ),
)

/** Adds what routes don't declare: errors' examples, headers, webhooks, texts. */
function complete(document: Document, { webhooks }: { webhooks: boolean }): Document {
  completeHeaders(document, facts)
  completeErrors(document)
  if (webhooks) addWebhooks(document)
  else addEventMessages(document)
  addHeaderComponents(document)
  completeExamples(document)
  completeTags(document)
  document.components.schemas = sorted(document.components.schemas)
  return document
}

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
    servers: [{ url: '/', description: 'This server' }],
    tags: [],
    paths: own,
    components: { securitySchemes, schemas },
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
    app.addHook('onRoute', ({ schema, config, validatorCompiler }) => {
      const { takesKey = false, versioned = false } = (config ?? {}) as Partial<RouteFacts>
      const id = (schema as { operationId?: string } | undefined)?.operationId
      if (id !== undefined) facts.set(id, { takesKey, versioned })
      // A server compiles a schema with the first request that needs it: an invalid one must not wait for that.
      if (schema?.body && !validatorCompiler) bodies.compile(schema.body)
    })
    app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Transom', version: VERSION },
        components: {
          securitySchemes: {
            bearer: {
              type: 'http',
              scheme: 'bearer',
              bearerFormat: 'JWT',
              description:
                'An access token of `POST /api/v1/auth/login`; for `/admin/v1` also a service token',
            },
            session: {
              type: 'apiKey',
              in: 'cookie',
              name: 'transom_session',
              description: 'The cookie of a person who signed in with a browser',
            },
            apiToken: {
              type: 'apiKey',
              in: 'header',
              name: 'X-API-Token',
              description:
                'An API token, which belongs on a server, or a publishable key from a listed web page',
            },
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
