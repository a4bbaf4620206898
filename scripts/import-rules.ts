import type { SourceFile } from './source-files.ts'

/** One import that goes where it must not, or a read of the environment outside the configuration. */
export interface Violation {
  path: string
  line: number
  why: string
}

const READS_ENVIRONMENT = new Set(['src/config.ts', 'src/server/main.ts', 'src/cli/program.ts'])

/** The importers of each entry file; tests may import all of them. */
const IMPORTERS: Record<string, string[]> = {
  'src/server/main.ts': [],
  'src/cli/program.ts': [],
  'src/server/serve.ts': ['src/server/main.ts', 'src/cli/cli-run.ts'],
  'src/server/compose.ts': ['src/server/serve.ts'],
  'src/server/app.ts': ['src/server/compose.ts'],
}

/** Packages that only commands and imports load. */
const COMMAND_PACKAGES = /^(commander|csv-parse|cli-progress|@inquirer\/.*|cli-table3)(\/|$)/

/** Returns what is wrong in each file by itself: direction, feature boundaries, and reads of the environment. */
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

/** Returns where acceptance tests reach `src` through a helper. */
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

/** Returns the circles of imports in `src`, type-only ones included. */
export function checkCircles(files: SourceFile[]): Violation[] {
  const graph = new Map(files.map((file) => [file.path, file]))
  const violations: Violation[] = []
  const done = new Set<string>()
  const stack: string[] = []
  const visit = (path: string) => {
    const start = stack.indexOf(path)
    if (start !== -1) {
      const circle = [...stack.slice(start), path].join(' -> ')
      violations.push({ path, line: 1, why: `is part of a circle of imports: ${circle}` })
      return
    }
    const file = graph.get(path)
    if (done.has(path) || !file) return
    stack.push(path)
    for (const { target } of file.imports) visit(target)
    stack.pop()
    done.add(path)
  }
  for (const { path } of files) if (path.startsWith('src/') && !isTest(path)) visit(path)
  return violations
}

/** Returns the files of commands, and command-line packages, that a server process loads at its start. */
export function checkServerLoads(files: SourceFile[]): Violation[] {
  const graph = new Map(files.map((file) => [file.path, file]))
  const violations: Violation[] = []
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const { target, line, typeOnly, dynamic } of graph.get(path)?.imports ?? []) {
      if (typeOnly || dynamic) continue
      if (isCommand(target) || COMMAND_PACKAGES.test(target)) {
        violations.push({ path, line, why: `imports ${target}: a server process loads no command` })
      } else visit(target)
    }
  }
  visit('src/server/main.ts')
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
  if (own && /^src\/(server|cli)\//.test(target)) return 'a feature knows neither server nor program'
  if (own && target === 'src/config.ts') return 'a feature is handed its settings'
  if (own && /^(@?fastify\b|node:http)/.test(target) && !knowsHttp(path))
    return 'only routes and guards know HTTP'
  if (own && own === theirs) return forbidsWithin(path, target)
  if (theirs) return forbidsAcross(path, target, theirs)
  return undefined
}

/** Within a feature: routes and commands over operations over queries. */
function forbidsWithin(path: string, target: string): string | undefined {
  if (/\/index\.ts$/.test(target)) return 'index.ts is for other features'
  if (isRoute(target) && !isRoute(path) && !path.endsWith('/module.ts'))
    return 'routes are the outermost layer'
  if (isCommand(target) && !isCommand(path)) return 'commands are the outermost layer'
  if (target.endsWith('/module.ts')) return 'module.ts is for server and program'
  return undefined
}

/** Between features: index.ts alone, but for what wires them together and for what commands share. */
function forbidsAcross(path: string, target: string, theirs: string): string | undefined {
  if (target === `src/features/${theirs}/index.ts`) return undefined
  if (isCommand(path) && isCommand(target)) return undefined
  if (/^src\/(server|cli)\//.test(path)) {
    const wires = target.endsWith('/module.ts') || isRoute(target)
    if (wires || (path.startsWith('src/cli/') && isCommand(target))) return undefined
  }
  return `reach ${theirs} through its index.ts`
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1]
}

function isRoute(path: string): boolean {
  return /\/routes(\/.+)?\.ts$/.test(path)
}

function knowsHttp(path: string): boolean {
  return isRoute(path) || /\/(([a-z]+-)?guards?|module)\.ts$|^src\/features\/admin-api\//.test(path)
}

/** A file of the command line: the program, what commands share, and each feature's commands. */
function isCommand(path: string): boolean {
  return (
    /^src\/(cli|platform\/cli)\//.test(path) ||
    /^src\/features\/.*(\/|-)cli(-[a-z]+)?\.ts$/.test(path) ||
    /^src\/features\/[^/]+\/cli\//.test(path)
  )
}

/** A test, or a helper beside the tests it serves: `world.test-support.ts`. */
function isTest(path: string): boolean {
  return /\.test(-support)?\.ts$/.test(path)
}
