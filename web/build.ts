/** Builds the console into `.cache/console/`: `node web/build.ts`. Exits with 1 and the reason when it can't. */
import { join } from 'node:path'
import { build } from 'vite'

await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
