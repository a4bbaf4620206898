/**
 * Writes the types of `/admin/v1` to `.cache/openapi/admin.ts`, when openapi-admin.json has changed: `npm run check:web`
 * does so first. openapi-typescript needs TypeScript 5.9, which is installed beside the client.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const description = readFileSync(join(root, 'openapi-admin.json'), 'utf8')
const output = join(root, '.cache/openapi/admin.ts')
const stamp = `// From openapi-admin.json ${createHash('sha256').update(description).digest('hex')}\n`

if (!existsSync(output) || !readFileSync(output, 'utf8').startsWith(stamp)) {
  const client = createRequire(join(root, 'packages/client/package.json'))
  const { default: openapiTS, astToString } = client('openapi-typescript')
  const types = astToString(await openapiTS(description))
  mkdirSync(join(root, '.cache/openapi'), { recursive: true })
  writeFileSync(output, stamp + types)
}
