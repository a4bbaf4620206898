/** Writes the package's JavaScript and declarations to `dist`: `npm pack` and `npm publish` do so first. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

await import('./generate-types.ts')
const here = import.meta.dirname
const dist = join(here, 'dist')
rmSync(dist, { recursive: true, force: true })
const tsc = join(here, 'node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: here, stdio: 'inherit' })
rmSync(join(dist, 'generated/api.js'))
// The compiler rewrites the imports of the JavaScript only.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const file = join(dist, name)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'))
}
