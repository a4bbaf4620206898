/**
 * Writes the types of openapi.json to `src/generated/api.ts`, when it has changed: checks and the build do so first.
 * openapi-typescript needs the TypeScript 5.9 that is installed here.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'

const description = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')
const folder = join(import.meta.dirname, 'src/generated')
const output = join(folder, 'api.ts')
const stamp = `// From openapi.json ${createHash('sha256').update(description).digest('hex')}\n`

if (!existsSync(output) || !readFileSync(output, 'utf8').startsWith(stamp)) {
  // A field with a default may be omitted.
  const types = astToString(await openapiTS(description, { defaultNonNullable: false }))
  mkdirSync(folder, { recursive: true })
  // Two checks may run at the same time.
  const draft = `${output}.${process.pid}`
  writeFileSync(draft, stamp + types)
  renameSync(draft, output)
}
