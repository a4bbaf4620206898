/** Prints every dead link, path, command and test name in the documents. Exits with 1 when there is one. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { checkDocument, checkMentions, type Project } from './doc-rules.ts'
import { checkRobustness, testNames } from './robustness-rules.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const project: Project = {
  has: existsSync,
  read,
  scripts: new Set(Object.keys(JSON.parse(read('package.json')).scripts)),
}
const documents = globSync(['*.md', 'docs/**/*.md', '{bench,test,examples,src}/**/*.md'])
const sources = globSync('{src,test,scripts,bench}/**/*.ts')
const ROBUSTNESS = 'docs/robustness.md'
const tests = { namesIn: (path: string) => (existsSync(path) ? testNames(read(path)) : undefined) }
const dead = [
  { path: ROBUSTNESS, issues: checkRobustness(read(ROBUSTNESS), tests) },
  ...documents.map((path) => ({ path, issues: checkDocument(path, project) })),
  ...sources
    .filter((path) => !path.startsWith('scripts/check-docs'))
    .map((path) => ({ path, issues: checkMentions(read(path), project) })),
]
for (const { path, issues } of dead)
  for (const { line, why } of issues) console.error(`${path}:${line} ${why}`)
if (dead.some(({ issues }) => issues.length > 0)) process.exit(1)
console.log(`docs: ${documents.length} documents without a dead link`)
