import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import { readConfig } from '../src/config.ts'
import { createLogger } from '../src/platform/log.ts'
import { compose } from '../src/server/compose.ts'
import { VERSION } from '../src/version.ts'

const FILE = join(import.meta.dirname, '../openapi.json')

/** Writes openapi.json from the routes' schemas. With --check, fails when the committed one differs. */
const text = await describe()
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text)
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('openapi.json is not what the routes declare. Run: npm run openapi')
  process.exitCode = 1
}

// A stop leaves timers behind that the process need not wait for.
process.exit()

async function describe(): Promise<string> {
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
    return `${JSON.stringify((service.app as unknown as { swagger(): object }).swagger(), null, 2)}\n`
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}
