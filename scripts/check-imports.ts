/** Prints every import that breaks the layers of docs/architecture.md. Exits with 1 when there is one. */
import { globSync, readFileSync } from 'node:fs'
import { checkAcceptance, checkCircles, checkFile, checkServerLoads } from './import-rules.ts'
import { parseSource } from './source-files.ts'

const paths = globSync('{src,test,bench,scripts}/**/*.ts').map((path) => path.replaceAll('\\', '/'))
const files = paths.sort().map((path) => parseSource(path, readFileSync(path, 'utf8')))
const violations = [
  ...files.flatMap(checkFile),
  ...checkAcceptance(files),
  ...checkCircles(files),
  ...checkServerLoads(files),
]

for (const { path, line, why } of violations) console.error(`${path}:${line} ${why}`)
if (violations.length > 0) process.exit(1)
console.log(`imports: ${files.length} files in order`)
