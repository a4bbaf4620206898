import type { SourceFile } from './source-files.ts'

/** One import that goes where it must not, or a read of the environment outside the configuration. */
export interface Violation {
  path: string
  line: number
  why: string
}

const READS_ENVIRONMENT = new Set(['src/config.ts', 'src/main.ts', 'src/cli.ts'])

const KNOWS_HTTP = /\/(routes|guards|index)[^/]*\.ts$/

/** Who may import each entry file; tests may import all of them. */
const IMPORTERS: Record<string, string[]> = {
  'src/main.ts': [],
  'src/cli.ts': [],
  'src/serve.ts': ['src/main.ts', 'src/cli.ts'],
  'src/compose.ts': ['src/serve.ts'],
  'src/app.ts': ['src/compose.ts'],
}

/** What is wrong in each file by itself: direction, feature boundaries, and reads of the environment. */
export function checkFile(file: SourceFile): Violation[] {
  const { path } = file
  const violations: Violation[] = []
  for (const { target, line } of file.imports) {
    const why = forbids(path, target)
    if (why) violations.push({ path, line, why: `imports ${target}: ${why}` })
  }
  if (path.startsWith('src/') && !isTest(path) && !READS_ENVIRONMENT.has(path)) {
    for (const line of file.environmentReads) {
      violations.push({ path, line, why: 'reads process.env: only src/config.ts and the entry points do' })
    }
  }
  return violations
}

/** Where acceptance tests reach `src` through a helper. */
export function checkAcceptance(files: SourceFile[]): Violation[] {
  const graph = new Map(files.map((file) => [file.path, file]))
  const violations: Violation[] = []
  const seen = new Set<string>()
  const visit = (file: SourceFile) => {
    if (seen.has(file.path)) return
    seen.add(file.path)
    for (const { target, line } of file.imports) {
      const next = graph.get(target)
      if (target.startsWith('src/') && !file.path.startsWith('test/acceptance/')) {
        const why = `imports ${target}: acceptance tests use this file, and know the server from outside only`
        violations.push({ path: file.path, line, why })
      } else if (next && !target.startsWith('src/')) visit(next)
    }
  }
  for (const file of files) if (file.path.startsWith('test/acceptance/')) visit(file)
  return violations
}

function forbids(path: string, target: string): string | undefined {
  if (path.startsWith('test/acceptance/')) {
    return target.startsWith('src/') ? 'acceptance tests know the server from outside only' : undefined
  }
  if (!path.startsWith('src/')) return undefined
  if (/^(bench|scripts)\//.test(target)) return 'src stands without bench and scripts'
  if (isTest(path)) return undefined
  if (target.startsWith('test/') || isTest(target)) return 'src stands without its tests'

  const importers = IMPORTERS[target]
  if (importers && !importers.includes(path)) return `only ${importers.join(', ') || 'nobody'} may`
  if (path.startsWith('src/platform/') && target.startsWith('src/') && !target.startsWith('src/platform/')) {
    return 'platform knows nothing above itself'
  }
  const [own, theirs] = [featureOf(path), featureOf(target)]
  if (own && target === 'src/config.ts') return 'a feature is handed its settings'
  if (own && /^(@?fastify\b|node:http)/.test(target) && !KNOWS_HTTP.test(path))
    return 'only routes and guards know HTTP'
  if (own && own === theirs) return forbidsWithin(path, target)
  if (theirs && target !== `src/features/${theirs}/index.ts`) {
    return `reach ${theirs} through its index.ts`
  }
  return undefined
}

/** Within a feature: routes over operations over queries. The linter refuses circles, and so the reverse. */
function forbidsWithin(path: string, target: string): string | undefined {
  if (/\/index\.ts$/.test(target)) return 'index.ts is for other features'
  const routes = /\/routes[^/]*\.ts$/
  if (routes.test(target) && !routes.test(path) && !path.endsWith('/index.ts')) {
    return 'routes are the outermost layer'
  }
  return undefined
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

/** A test, or a helper that lies beside the tests it serves: `world.test-support.ts`. */
function isTest(path: string): boolean {
  return /\.test(-support)?\.ts$/.test(path)
}
