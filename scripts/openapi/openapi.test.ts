import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Operation {
  operationId?: string
  responses: Record<string, { description: string; content?: object }>
}

const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8'))
const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) =>
  Object.values(methods),
)

test('every operation has an id of its own, from which generators make names', () => {
  const ids = operations.map(({ operationId }) => operationId)
  for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every response says what it means', () => {
  const descriptions = operations.flatMap(({ responses }) => Object.values(responses))
  for (const { description } of descriptions) expect(description).not.toBe('Default Response')
})

test("the warranty interface's codes are those that docs/errors.md has for it", () => {
  const rows = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| \d{3} \| ([WDLA ]+) \|/gm)
  const documented = [...rows].filter(([, , where]) => where!.includes('W')).map(([, code]) => code)
  expect(components.schemas.ErrorCode.enum).toEqual(documented)
})

test('what a CRM answers to a lead may be of any type', () => {
  const { responses } = paths['/lead-submission'].post as Operation
  for (const status of ['200', '202', '2XX']) expect(responses[status]?.content).toHaveProperty(['*/*'])
})
