import { parseAst } from 'vitest/node'

interface Fault {
  line: number
  why: string
}

/** The test files that the page may refer to. */
export interface Tests {
  /** Returns the names of a file's tests and groups as in its source, or undefined without such a file. */
  namesIn(path: string): Set<string> | undefined
}

/** Ids are permanent, and these were never used. */
const NEVER_GIVEN = new Set([11, 64])
const ROW = /^\| (\d+) \| (.+?) \| (.+) \|$/
const FILE = /`([\w.-]*\/?[\w./-]+)`|“(.+?)”/g

/**
 * Returns the errors of docs/robustness.md: a row without a test, missing or out of order; a missing test file or name.
 * A row's last column has a test file in backticks, complete or as `http/bodies` for a file below `test/acceptance`;
 * after it, in curly quotes, names of its tests or groups.
 */
export function checkRobustness(text: string, tests: Tests): Fault[] {
  const issues: Fault[] = []
  let before = 0
  for (const [index, content] of text.split('\n').entries()) {
    const [, id, , holders] = ROW.exec(content) ?? []
    if (id === undefined) continue
    const say = (why: string) => issues.push({ line: index + 1, why: `row ${id}: ${why}` })
    let next = before + 1
    while (NEVER_GIVEN.has(next)) next++
    if (Number(id) !== next) say(`comes after row ${before}`)
    before = Number(id)
    let named = 0
    let names: Set<string> | undefined
    let path = ''
    for (const [, file, name] of holders!.matchAll(FILE)) {
      if (file !== undefined) {
        path = pathsOf(file).find((candidate) => tests.namesIn(candidate)) ?? file
        names = tests.namesIn(path)
        if (!names) say(`there is no test file ${file}`)
      } else {
        named++
        if (names && !names.has(name!)) say(`${path} has no test “${name}”`)
      }
    }
    if (named === 0) say('no test is named')
  }
  if (before === 0) issues.push({ line: 1, why: 'has no rows' })
  return issues
}

function pathsOf(file: string): string[] {
  if (file.endsWith('.test.ts')) return [file]
  return ['', '.sqlite', '.postgres'].map((database) => `test/acceptance/${file}${database}.test.ts`)
}

type Node = Record<string, unknown> & { type: string; start: number; end: number }

/** Returns the names of `test`, `it` and `describe` in a test file, as between their quotes, with `…` for placeholders. */
export function testNames(source: string): Set<string> {
  const names = new Set<string>()
  const visit = (node: Node) => {
    if (node.type === 'CallExpression') {
      const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] }
      const called = source.slice(callee.start, callee.end)
      const [first] = given
      if (first && /^(test|it|describe)\b/.test(called) && /^(Template)?Literal$/.test(first.type)) {
        const name = source.slice(first.start + 1, first.end - 1)
        names.add(name.replaceAll("\\'", "'").replaceAll(/\$\{[^}]*\}/g, '…'))
      }
    }
    for (const child of Object.values(node)) {
      for (const candidate of Array.isArray(child) ? child : [child]) {
        if (typeof candidate?.type === 'string') visit(candidate as Node)
      }
    }
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node)
  return names
}
