import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Document, operationsOf } from './document.ts'

const documents = ['openapi.json', 'openapi-admin.json'].map(
  (name) => [name, JSON.parse(readFileSync(name, 'utf8')) as Document] as const,
)
const [[, integrators]] = documents as [readonly [string, Document]]

test.each(documents)(
  '%s: every operation has an id of its own, from which generators make names',
  (_name, document) => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/)
    expect(new Set(ids).size).toBe(ids.length)
  },
)

test.each(documents)('%s: every response says what it means', (_name, document) => {
  const responses = operationsOf(document).flatMap(({ operation }) => Object.values(operation.responses))
  for (const { $ref, description } of responses) {
    if (!$ref) expect(description).not.toBe('Default Response')
  }
})

test.each(documents)('%s: every body and every success has an example', (_name, document) => {
  for (const { operation } of operationsOf({ paths: { ...document.paths, ...document.webhooks } })) {
    const { requestBody, responses, operationId } = operation
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    for (const content of [requestBody?.content, ...successes.map(([, { content }]) => content)]) {
      for (const [type, media] of Object.entries(content ?? {})) {
        if (type !== '*/*') expect(media, `${operationId} ${type}`).toHaveProperty('example')
      }
    }
  }
})

test.each(documents)('%s: every error code has an example', (_name, { paths, components }) => {
  const codes = components.schemas.ErrorCode!.enum as string[]
  const examples = JSON.stringify([paths, components.examples])
  expect(
    codes.filter(
      (code) => !examples.includes(`"code":"${code}"`) && !examples.includes(`"summary":"${code}"`),
    ),
  ).toEqual([])
})

test.each(documents)('%s: no schema has an object without a name in it', (_name, document) => {
  const nameless: string[] = []
  const visit = (node: unknown, path: string, isNamed: boolean) => {
    if (typeof node !== 'object' || node === null) return
    if (!isNamed && 'properties' in node && Object.keys(node.properties as object).length > 0)
      nameless.push(path)
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'example' && key !== 'examples')
        visit(value, `${path}/${key}`, path === '/components/schemas')
    }
  }
  visit(document, '', false)
  expect(nameless).toEqual([])
})

test("the warranty interface's codes are those that docs/errors.md has for it", () => {
  const rows = readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| \d{3} \| ([A-Z ]+) \|/gm)
  const documented = [...rows].filter(([, , where]) => where!.includes('W')).map(([, code]) => code)
  expect(integrators.components.schemas.ErrorCode!.enum).toEqual(documented)
})

test('a lead is answered with a type of ours; a CRM may answer with any', () => {
  const { responses } = integrators.paths['/lead-submission']!.post!
  for (const status of ['200', '202']) {
    expect(responses[status]!.content!['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/LeadAccepted',
    })
  }
  for (const status of ['200', '202', '2XX']) expect(responses[status]?.content).toHaveProperty(['*/*'])
})
