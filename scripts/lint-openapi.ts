import { join } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'

/** Redocly's strict recommended rules, none of them off, and more. */
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-operationId': 'error',
    'operation-operationId-unique': 'error',
    'operation-tag-defined': 'error',
    'tag-description': 'error',
    'no-unused-components': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'operation-parameters-unique': 'error',
  },
})

for (const name of ['openapi.json', 'openapi-admin.json']) {
  const problems = await lint({ ref: join(import.meta.dirname, '..', name), config })
  // A mistake of the generator shows everywhere: the first few say enough.
  for (const { ruleId, message, location } of problems.slice(0, 20)) {
    console.error(`${name}${location[0]?.pointer ?? ''}: ${message} (${ruleId})`)
  }
  if (problems.length > 0) process.exitCode = 1
}
