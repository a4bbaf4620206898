import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { errorFormatOf } from './error-formats.ts'

const shapeName = (url: string) => {
  const body = errorFormatOf(url).renderError(new AppError('BAD_REQUEST', 'Wrong.'), 0)
  return 'success' in body ? 'warranty' : 'status' in body ? 'lead' : 'plain'
}

test.each([
  ['/api/v1', 'warranty'],
  ['/api/v1/', 'warranty'],
  ['/api/v1/warranty/ABC?brand_id=1', 'warranty'],
  ['/api/v1?x=/lead-submission', 'warranty'],
  ['http://example.com/api/v1/warranty', 'warranty'],
  ['HTTPS://example.com:8080/api/v1', 'warranty'],
  ['/api/v10', 'plain'],
  ['/api/v1x/', 'plain'],
  ['/API/v1', 'plain'],
  ['/x/api/v1', 'plain'],
  ['/lead-submission', 'lead'],
  ['/lead-submission?x=1', 'lead'],
  ['/lead-submission/', 'lead'],
  ['/lead-submission#x', 'lead'],
  ['http://example.com/lead-submission', 'lead'],
  ['/%61pi/v1/warranty', 'warranty'],
  ['/api/%76%31/%zz', 'warranty'],
  ['/%6Cead%2Dsubmission?x=%zz', 'lead'],
  ['/%2561pi/v1', 'plain'],
  ['/api%2Fv1', 'plain'],
  ['/api/v1%3Fx', 'plain'],
  ['/lead-submissions', 'plain'],
  ['/dealer-locator?brand=/api/v1/', 'plain'],
  ['http://example.com?/api/v1', 'plain'],
  ['*', 'plain'],
  ['', 'plain'],
])('an error at %j has the shape of the %s interface', (url, name) => {
  expect(shapeName(url)).toBe(name)
})

describe('renderError', () => {
  const error = new AppError('VALIDATION_ERROR', 'hin is required', {
    issues: [{ field: 'hin', message: 'is required' }],
  })

  test('has an envelope for the warranty interface, with details where there are faults', () => {
    expect(errorFormatOf('/api/v1').renderError(error, 1_735_787_045_000_006)).toEqual({
      success: false,
      status: 422,
      error: {
        code: 'VALIDATION_ERROR',
        message: 'hin is required',
        details: [{ field: 'hin', message: 'is required' }],
      },
      meta: { timestamp: '2025-01-02T03:04:05.000006Z', version: '0.2.0' },
    })
    const bare = errorFormatOf('/api/v1').renderError(new AppError('NOT_FOUND', 'No.'), 0)
    expect(bare).toMatchObject({ error: { code: 'NOT_FOUND', message: 'No.' } })
    expect(JSON.stringify(bare)).not.toContain('details')
  })

  test('lists the faults of a lead, none if need be', () => {
    const { renderError } = errorFormatOf('/lead-submission')
    expect(renderError(error, 0)).toEqual({
      status: 'error',
      message: 'hin is required',
      errors: [{ field: 'hin', message: 'is required' }],
      version: '0.1.1',
    })
    expect(renderError(new AppError('NOT_FOUND', 'No.'), 0)).toMatchObject({ errors: [] })
  })

  test('is a sentence elsewhere', () => {
    expect(errorFormatOf('/').renderError(error, 0)).toEqual({ error: 'hin is required', version: '0.2.0' })
  })
})

test('a 401 names an error only where a token was sent, and never that of an API token', () => {
  const challenge = (url: string, code: 'AUTHENTICATION_REQUIRED' | 'INVALID_TOKEN' | 'TOKEN_EXPIRED') =>
    errorFormatOf(url).challenge(new AppError(code, 'Log in again.'))
  expect(challenge('/api/v1', 'AUTHENTICATION_REQUIRED')).toBe('Bearer')
  for (const code of ['INVALID_TOKEN', 'TOKEN_EXPIRED'] as const) {
    expect(challenge('/api/v1', code)).toBe('Bearer error="invalid_token", error_description="Log in again."')
  }
  expect(challenge('/lead-submission', 'INVALID_TOKEN')).toBe('X-API-Token')
  expect(challenge('/dealer-locator', 'INVALID_TOKEN')).toBe('X-API-Token')
})
