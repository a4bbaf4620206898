import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { type ErrorFormat, ErrorFormats, PlainError } from './error-formats.ts'

const format = (prefix: string): ErrorFormat => ({
  prefix,
  invalidInput: 'VALIDATION_ERROR',
  invalidQuery: 'BAD_REQUEST',
  schema: PlainError,
  challenge: () => 'Bearer',
  render: () => ({}),
})

function setUp() {
  const formats = new ErrorFormats()
  formats.add(format('/api/v1'))
  formats.add(format('/lead-submission'))
  return formats
}

test.each([
  ['/api/v1', '/api/v1'],
  ['/api/v1/', '/api/v1'],
  ['/api/v1/warranty/ABC?brand_id=1', '/api/v1'],
  ['/api/v1?x=/lead-submission', '/api/v1'],
  ['http://example.com/api/v1/warranty', '/api/v1'],
  ['HTTPS://example.com:8080/api/v1', '/api/v1'],
  ['/api/v10', ''],
  ['/api/v1x/', ''],
  ['/API/v1', ''],
  ['/x/api/v1', ''],
  ['/lead-submission', '/lead-submission'],
  ['/lead-submission?x=1', '/lead-submission'],
  ['/lead-submission/', '/lead-submission'],
  ['/lead-submission#x', '/lead-submission'],
  ['http://example.com/lead-submission', '/lead-submission'],
  ['/%61pi/v1/warranty', '/api/v1'],
  ['/api/%76%31/%zz', '/api/v1'],
  ['/%6Cead%2Dsubmission?x=%zz', '/lead-submission'],
  ['/%2561pi/v1', ''],
  ['/api%2Fv1', ''],
  ['/api/v1%3Fx', ''],
  ['/lead-submissions', ''],
  ['/dealer-locator?brand=/api/v1/', ''],
  ['http://example.com?/api/v1', ''],
  ['*', ''],
  ['', ''],
])('an error at %j is in the format of the interface at "%s"', (target, prefix) => {
  expect(setUp().of(target).prefix).toBe(prefix)
})

test.each([
  ['/api/v1/warranty/', '/api/v1/warranty'],
  ['/api/v1/warranty/?page=2', '/api/v1/warranty?page=2'],
  ['/lead-submission/', '/lead-submission'],
  ['/lead-submission//', '/lead-submission/'],
  ['/api/v1/warranty?x=/', '/api/v1/warranty?x=/'],
  ['/livez/', '/livez/'],
  ['/', '/'],
  ['?', '?'],
])('%s reaches the router as %s', (target, expected) => {
  expect(setUp().trimSlash(target)).toBe(expected)
})

test('an error outside every interface is a sentence', () => {
  const error = new AppError('NOT_FOUND', 'There is nothing at this path.')
  const { render, challenge } = setUp().of('/')
  expect(render(error, 0)).toEqual({ error: 'There is nothing at this path.', version: '0.2.0' })
  expect(challenge(error)).toBe('X-API-Token')
})
