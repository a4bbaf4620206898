import { describe, expect, test } from 'vitest'
import { checkAcceptance, checkCircles, checkFile, checkServerLoads } from './import-rules.ts'
import { parseSource } from './source-files.ts'

const check = (path: string, text: string) =>
  checkFile(parseSource(path, text)).map(({ line, why }) => `${line}: ${why}`)

describe('a file by itself', () => {
  test.each([
    ['platform imports a feature', 'src/platform/log.ts', '../features/leads/index.ts'],
    ['platform imports the configuration', 'src/platform/log.ts', '../config.ts'],
    ["a feature reaches into another's files", 'src/features/leads/queries.ts', '../dealers/queries.ts'],
    ['a feature imports the configuration', 'src/features/leads/queries.ts', '../../config.ts'],
    ['a feature imports its own index', 'src/features/leads/queries.ts', './index.ts'],
    ['a query imports routes', 'src/features/leads/queries.ts', './routes/submit-lead.ts'],
    ['an operation imports routes', 'src/features/leads/operations/x.ts', '../routes/submit-lead.ts'],
    ['an operation imports commands', 'src/features/leads/operations/x.ts', '../cli.ts'],
    ['an operation imports commands of a folder', 'src/features/leads/operations/x.ts', '../cli/leads.ts'],
    ["an operation imports the commands' helpers", 'src/features/leads/operations/x.ts', '../cli-options.ts'],
    ['an operation knows HTTP', 'src/features/leads/operations/x.ts', 'fastify'],
    ['a feature is built by one of its files', 'src/features/leads/operations/x.ts', '../module.ts'],
    ["a feature imports another's module", 'src/features/leads/operations/x.ts', '../../dealers/module.ts'],
    ["an operation imports another's commands", 'src/features/leads/operations/x.ts', '../../dealers/cli.ts'],
    ['a feature imports the server', 'src/features/leads/module.ts', '../../server/app.ts'],
    ["compose reaches into a feature's files", 'src/server/compose.ts', '../features/leads/queries.ts'],
    ["compose imports a feature's commands", 'src/server/compose.ts', '../features/leads/cli.ts'],
    ['something but compose builds the app', 'src/cli/program.ts', '../server/app.ts'],
    ['something imports main', 'src/cli/program.ts', '../server/main.ts'],
    ['the server imports the program', 'src/server/main.ts', '../cli/program.ts'],
    ['the program composes', 'src/cli/program.ts', '../server/compose.ts'],
    ['src imports a test helper', 'src/server/app.ts', '../../test/support/db.ts'],
    ['src imports a test', 'src/features/leads/queries.ts', './queries.test.ts'],
    ['src imports a helper of tests', 'src/features/leads/queries.ts', './leads.test-support.ts'],
    ['src imports a benchmark', 'src/cli/program.ts', '../../bench/run.ts'],
    ['an acceptance test imports src', 'test/acceptance/leads.test.ts', '../../src/server/app.ts'],
  ])('is refused when %s', (_why, path, specifier) => {
    expect(check(path, `import { x } from '${specifier}'`)).toEqual([expect.stringContaining('1: imports ')])
  })

  test.each([
    ['main, serve', 'src/server/main.ts', './serve.ts'],
    ['serve, compose', 'src/server/serve.ts', './compose.ts'],
    ["compose, a feature's index", 'src/server/compose.ts', '../features/leads/index.ts'],
    ["compose, a feature's module", 'src/server/compose.ts', '../features/leads/module.ts'],
    ["the program, a feature's commands", 'src/cli/commands.ts', '../features/leads/cli.ts'],
    ['a feature, platform', 'src/features/leads/queries.ts', '../../platform/db/db.ts'],
    ['a feature, another', 'src/features/leads/operations/x.ts', '../../dealers/index.ts'],
    ["commands, another feature's commands", 'src/features/setup/cli.ts', '../access/cli-passwords.ts'],
    ['commands, an operation', 'src/features/leads/cli.ts', './operations/x.ts'],
    ['routes, an operation', 'src/features/leads/routes/submit-lead.ts', '../operations/x.ts'],
    ['routes, HTTP', 'src/features/leads/routes/submit-lead.ts', 'fastify'],
    ['a module, its routes', 'src/features/leads/module.ts', './routes/submit-lead.ts'],
    ['a test, a helper', 'src/features/leads/leads.db.test.ts', '../../../test/support/db.ts'],
    ['an acceptance test, a helper', 'test/acceptance/leads.test.ts', '../support/server.ts'],
    ['any file, a package', 'src/platform/log.ts', 'pino'],
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
  const parse = (texts: Record<string, string>) =>
    Object.entries(texts).map(([path, text]) => parseSource(path, text))

  test('are refused when a helper gives an acceptance test access to src', () => {
    const violations = checkAcceptance(
      parse({
        'test/acceptance/leads.test.ts': "import '../support/server.ts'",
        'test/support/server.ts': "import '../../src/server/app.ts'",
        'test/support/db.ts': "import '../../src/server/app.ts'",
        'src/server/app.ts': '',
      }),
    )
    expect(violations.map(({ path }) => path)).toEqual(['test/support/server.ts'])
  })

  test.each([
    ['of values', "import { b } from './b.ts'", "import { a } from './a.ts'"],
    ['of types', "import type { B } from './b.ts'", "import type { A } from './a.ts'"],
    ['of exports', "export { b } from './b.ts'", "export { a } from './a.ts'"],
  ])('are refused when their imports form a circle: %s', (_kind, a, b) => {
    const violations = checkCircles(
      parse({ 'src/platform/a.ts': a, 'src/platform/b.ts': b, 'src/platform/c.ts': "import './a.ts'" }),
    )
    expect(violations.map(({ why }) => why)).toEqual([
      'is part of a circle of imports: src/platform/a.ts -> src/platform/b.ts -> src/platform/a.ts',
    ])
  })

  test('may import one file from two others', () => {
    const texts = {
      'src/platform/a.ts': "import './b.ts'\nimport './c.ts'",
      'src/platform/b.ts': "import './c.ts'",
      'src/platform/c.ts': '',
    }
    expect(checkCircles(parse(texts))).toEqual([])
  })

  test.each([
    ['a command', "import '../platform/cli/output.ts'"],
    ["a feature's command", "import '../features/leads/cli.ts'"],
    ['commander', "import { Command } from 'commander'"],
    ['a prompt library', "import { input } from '@inquirer/prompts'"],
    ['the CSV reader', "import { parse } from 'csv-parse/sync'"],
  ])('are refused when a server loads %s, also through another file', (_what, statement) => {
    const violations = checkServerLoads(
      parse({
        'src/server/main.ts': "import './serve.ts'",
        'src/server/serve.ts': "import './compose.ts'",
        'src/server/compose.ts': statement,
      }),
    )
    expect(violations.map(({ path }) => path)).toEqual(['src/server/compose.ts'])
  })

  test.each([
    ['types of a command', "import type { Output } from '../platform/cli/output.ts'"],
    ['the CSV reader with the first import', "const load = () => import('csv-parse')"],
  ])('are accepted when a server only uses %s', (_what, statement) => {
    const files = parse({ 'src/server/main.ts': "import './serve.ts'", 'src/server/serve.ts': statement })
    expect(checkServerLoads(files)).toEqual([])
  })
})
