import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'

const PACKAGE = join(import.meta.dirname, '..')
const DIST = join(PACKAGE, 'dist')
const LIMIT = 10_000
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')

beforeAll(() => execFileSync(process.execPath, ['build.ts'], { cwd: PACKAGE }))

test('the package contains the code, its types, the readme and the license', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: PACKAGE })
  const [{ files }] = JSON.parse(packed.toString()) as [{ files: { path: string }[] }]
  const parts = readdirSync(join(PACKAGE, 'src')).filter((name) => name.endsWith('.ts'))
  const built = parts.flatMap((name) => [name.replace('.ts', '.js'), name.replace('.ts', '.d.ts')])
  expect(files.map(({ path }) => path).sort()).toEqual(
    [
      ...['LICENSE', 'README.md', 'package.json', 'dist/generated/api.d.ts'],
      ...built.map((name) => `dist/${name}`),
    ].sort(),
  )
})

test('all of its code together is smaller than 10 KB gzipped, even before it is minified', () => {
  const scripts = readdirSync(DIST).filter((name) => name.endsWith('.js'))
  const all = scripts.map((name) => read(DIST, name)).join('\n')
  expect(scripts.length).toBeGreaterThan(5)
  expect(gzipSync(all).length).toBeLessThan(LIMIT)
})

test('it imports nothing but its own files, so it runs in every runtime', () => {
  for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.includes('.'),
  )) {
    const imported = [...read(DIST, name).matchAll(/(?:from|import\(|import) ?['"]([^'"]+)['"]/g)]
    for (const [, specifier] of imported) expect(specifier).toMatch(/^\.\/.*\.js$/)
    expect(read(DIST, name)).not.toMatch(/\b(process|Buffer|require|global)\b[.(]/)
  }
})

test('it can be imported by its name', async () => {
  const script =
    "import { createClient, verifyWebhook, TransomError } from '@transom/client'; console.log([createClient, verifyWebhook, TransomError].map((one) => typeof one).join())"
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: PACKAGE })
  expect(output.toString().trim()).toBe('function,function,function')
})

test('it has a method for every operation of the interfaces', () => {
  const { paths } = JSON.parse(read(PACKAGE, '../../openapi.json')) as { paths: Record<string, object> }
  const source = readdirSync(join(PACKAGE, 'src'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => read(join(PACKAGE, 'src'), name))
    .join('\n')
  // Pages for people, and what the website's elements alone use, are no interfaces for programs.
  const operations = Object.keys(paths).filter((path) => !/^\/(verify|widgets)\//.test(path))
  for (const path of operations) {
    const [start, rest = ''] = path.replace(/\/auth\/(login|refresh)$/, '/auth/').split('{hin}')
    expect(source, path).toContain(start)
    if (rest) expect(source, path).toContain(`'${rest}'`)
  }
})
