import { expect, test } from 'vitest'
import { anchorsOf, checkDocument, checkMentions, type Project } from './doc-rules.ts'

function project(files: Record<string, string>): Project {
  return {
    has: (path) => Object.keys(files).some((file) => file === path || file.startsWith(`${path}/`)),
    read: (path) => files[path] ?? '',
    scripts: new Set(['check', 'demo']),
  }
}

const readme = (text: string) =>
  checkDocument(
    'docs/README.md',
    project({ 'docs/README.md': text, 'docs/errors.md': '# All the `errors`!\n', 'src/server/app.ts': '' }),
  ).map(({ line, why }) => `${line}: ${why}`)

test.each([
  ['a link to a file that is not there', 'a\n[x](gone.md)', '2: gone.md leads nowhere'],
  ['a link above the file', '[x](../src/gone.ts)', '1: ../src/gone.ts leads nowhere'],
  ['an anchor without heading', '[x](errors.md#nothing)', '1: docs/errors.md has no heading #nothing'],
  ['an anchor of its own', '# A\n[x](#b)', '2: docs/README.md has no heading #b'],
  ['a link by reference', '[x]: gone.md', '1: gone.md leads nowhere'],
  ['a picture', '<img src="gone.png">', '1: gone.png leads nowhere'],
  ['a path in backticks', 'see `src/gone.ts`', '1: `src/gone.ts` is not there'],
  ['a merge conflict', 'a\n<<<<<<< HEAD', '2: an unresolved merge conflict'],
  ['a command', '```\nnpm run gone\n```', '2: `npm run gone` is no script of package.json'],
])('finds %s', (_what, text, issue) => {
  expect(readme(text)).toEqual([issue])
})

test.each([
  '[x](errors.md)',
  '[x](errors.md#all-the-errors)',
  '[x](https://example.com/gone.md)',
  '[x](mailto:captain@example.com)',
  '[x](../src/server/app.ts "The app")',
  '# A\n[x](#a)',
  'run `npm run -s demo`; see `src/server/app.ts` and `src/features/{a,b}/routes.ts`',
  '```sh\ncat [x](gone.md)\n```',
])('accepts %s', (text) => {
  expect(readme(text)).toEqual([])
})

test('numbers headings of the same name', () => {
  expect([...anchorsOf('# One\n## One\n```\n# no heading\n```\n')]).toEqual(['one', 'one-1'])
})

test('finds documents that comments name', () => {
  const files = project({ 'docs/errors.md': '' })
  expect(checkMentions('// see docs/errors.md\n// and docs/gone.md', files)).toEqual([
    { line: 2, why: 'docs/gone.md is not there' },
  ])
})
