import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { toAppError } from './to-app-error.ts'

const coded = (code: string, text: string, more: object = {}) =>
  Object.assign(new Error(text), { code, ...more })

const fastify = (code: string, statusCode: number) =>
  coded(code, 'Something of the framework', { statusCode })

const SECRET = 'insert into "warranties" values (ada@example.com)'

test.each<[string, unknown, string]>([
  ['a body that is too large', fastify('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'BODY_TOO_LARGE'],
  ['a media type', fastify('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'UNSUPPORTED_MEDIA_TYPE'],
  ['a broken path', fastify('FST_ERR_BAD_URL', 400), 'BAD_REQUEST'],
  ['a parameter that is too long', fastify('FST_ERR_MAX_PARAM_LENGTH', 414), 'URI_TOO_LONG'],
  ['any other error of the caller', fastify('FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400), 'BAD_REQUEST'],
  ['an error of the framework itself', fastify('FST_ERR_REP_INVALID_PAYLOAD_TYPE', 500), 'INTERNAL_ERROR'],
  ['PostgreSQL refusing connections', coded('ECONNREFUSED', 'connect 10.0.0.1:5432'), 'UNAVAILABLE'],
  ['PostgreSQL shutting down', coded('57P01', SECRET), 'UNAVAILABLE'],
  ['too many connections', coded('53300', SECRET), 'UNAVAILABLE'],
  ['a statement that took too long', coded('57014', SECRET), 'UNAVAILABLE'],
  ['a full disk', coded('SQLITE_FULL', SECRET), 'UNAVAILABLE'],
  ['a busy file', coded('SQLITE_BUSY', SECRET), 'UNAVAILABLE'],
  ['a broken constraint', coded('23505', SECRET), 'INTERNAL_ERROR'],
  ['a table that is not there', coded('42P01', SECRET), 'INTERNAL_ERROR'],
  ['a mistake in the program', new TypeError(SECRET), 'INTERNAL_ERROR'],
  ['an error with a status of its own', coded('X', SECRET, { statusCode: 404 }), 'INTERNAL_ERROR'],
  ['an error whose code is a number', new DOMException(SECRET, 'AbortError'), 'INTERNAL_ERROR'],
  ['a text', SECRET, 'INTERNAL_ERROR'],
  ['nothing', undefined, 'INTERNAL_ERROR'],
  ['null', null, 'INTERNAL_ERROR'],
])('%s is reported in our own words', (_, error, code) => {
  const appError = toAppError(error, 'req-7')
  expect(appError).toBeInstanceOf(AppError)
  expect(appError.code).toBe(code)
  expect(appError.message).not.toMatch(/warranties|ada@|10\.0\.0\.1|framework/)
  if (code === 'INTERNAL_ERROR') expect(appError.message).toContain('req-7')
  if (code === 'UNAVAILABLE') expect(appError.retryAfter).toBeGreaterThan(0)
})

test('an AppError stays unchanged', () => {
  const error = new AppError('DUPLICATE_HIN', 'There is one already.')
  expect(toAppError(error, 'req-7')).toBe(error)
})
