/**
 * Builds the console and the widgets: `node web/build.ts [FOLDER]`, by default into `.cache/web/`. The server has its own way to call
 * this, which also compresses the files. Exits with 1 and the reason when it can't.
 */
import { join } from 'node:path'
import { build } from 'vite'

// Otherwise a test's server would build React's version for development, which is twice as large.
process.env.NODE_ENV = 'production'
const [, , outDir = join(import.meta.dirname, '../.cache/web')] = process.argv
for (const [config, folder] of [
  ['vite.config.ts', outDir],
  ['vite.widgets.config.ts', join(outDir, 'widgets')],
] as const) {
  const configFile = join(import.meta.dirname, config)
  // Node.js itself reads the configuration: Vite's own way writes a file beside it, which may be read-only.
  await build({ configFile, configLoader: 'native', logLevel: 'warn', build: { outDir: folder } })
}
