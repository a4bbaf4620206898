import { describe, expect, test } from 'vitest'
import { checkAcceptance, checkFile } from './import-rules.ts'
import { parseSource } from './source-files.ts'

const check = (path: string, text: string) =>
  checkFile(parseSource(path, text)).map(({ line, why }) => `${line}: ${why}`)

describe('a file by itself', () => {
  test.each([
    ['platform imports a feature', 'src/platform/log.ts', '../features/leads/index.ts'],
    ['platform imports the configuration', 'src/platform/log.ts', '../config.ts'],
    [
      "a feature reaches into another's files",
      'src/features/leads/routes/submit-lead.ts',
      '../dealers/queries.ts',
    ],
    ['a feature imports the configuration', 'src/features/leads/routes/submit-lead.ts', '../../config.ts'],
    ['a feature imports its own index', 'src/features/leads/routes/submit-lead.ts', './index.ts'],
    ['a query imports routes', 'src/features/leads/queries.ts', './routes.ts'],
    ['an operation imports routes', 'src/features/leads/operations/submit-lead.ts', './routes.ts'],
    ['an operation knows HTTP', 'src/features/leads/operations/submit-lead.ts', 'fastify'],
    ["compose reaches into a feature's files", 'src/server/compose.ts', './features/leads/queries.ts'],
    ['the app is built by something else than compose', 'src/cli/program.ts', './app.ts'],
    ['something imports main', 'src/cli/program.ts', './main.ts'],
    ['something imports the command line', 'src/server/main.ts', './cli.ts'],
    ['the command line composes', 'src/cli/program.ts', './compose.ts'],
    ['src imports a test helper', 'src/server/app.ts', '../test/support/db.ts'],
    ['src imports a test', 'src/features/leads/routes/submit-lead.ts', './routes.test.ts'],
    [
      'src imports what its tests work with',
      'src/features/leads/routes/submit-lead.ts',
      './leads.test-support.ts',
    ],
    ['src imports a benchmark', 'src/cli/program.ts', '../bench/run.ts'],
    ['an acceptance test imports src', 'test/acceptance/leads.test.ts', '../../src/server/app.ts'],
  ])('is refused when %s', (_why, path, specifier) => {
    expect(check(path, `import { x } from '${specifier}'`)).toEqual([expect.stringContaining('1: imports ')])
  })

  test.each([
    ['main', 'src/server/main.ts', './serve.ts'],
    ['serve', 'src/server/serve.ts', './compose.ts'],
    ['compose', 'src/server/compose.ts', './features/leads/index.ts'],
    ['a feature, platform', 'src/features/leads/queries.ts', '../../platform/db/db.ts'],
    ['a feature, another', 'src/features/leads/operations/submit-lead.ts', '../dealers/index.ts'],
    ['routes, an operation', 'src/features/leads/routes/submit-lead.ts', './submit-lead.ts'],
    ['a test, a helper', 'src/features/leads/leads.db.test.ts', '../../../test/support/db.ts'],
    ['an acceptance test, a helper', 'test/acceptance/leads.test.ts', '../support/server.ts'],
    ['anybody, a package', 'src/platform/log.ts', 'pino'],
  ])('is accepted when it imports what it may: %s', (_what, path, specifier) => {
    expect(check(path, `import { x } from '${specifier}'`)).toEqual([])
  })

  test.each([
    "import type { X } from '../features/leads/index.ts'",
    "export { x } from '../features/leads/index.ts'",
    "export * from '../features/leads/index.ts'",
    "export const load = () => import('../features/leads/index.ts')",
    "import '../features/leads/index.ts'",
  ])('is refused whatever form the import has: %s', (statement) => {
    expect(check('src/platform/log.ts', `// a comment\n${statement}`)).toEqual([
      expect.stringContaining('2: imports src/features/leads/index.ts'),
    ])
  })

  test('is not misled by strings and comments', () => {
    const text = "// import x from '../app.ts'\nexport const x = `import '../app.ts'`\n"
    expect(check('src/platform/log.ts', text)).toEqual([])
  })

  test('reads the environment in the configuration only', () => {
    const text = 'export const f = () =>\n  process.env.PORT'
    expect(check('src/platform/log.ts', text)).toEqual([expect.stringContaining('2: reads process.env')])
    expect(check('src/config.ts', text)).toEqual([])
  })
})

describe('files together', () => {
  const checkAll = (texts: Record<string, string>) =>
    checkAcceptance(Object.entries(texts).map(([path, text]) => parseSource(path, text)))

  test('are refused when a helper takes an acceptance test into src', () => {
    const violations = checkAll({
      'test/acceptance/leads.test.ts': "import '../support/server.ts'",
      'test/support/server.ts': "import '../../src/server/app.ts'",
      'test/support/db.ts': "import '../../src/server/app.ts'",
      'src/server/app.ts': '',
    })
    expect(violations.map(({ path }) => path)).toEqual(['test/support/server.ts'])
  })
})
