import { expect, test } from 'vitest'
import { success, warrantyErrorFormat } from '../../features/warranty-api/index.ts'
import { AppError, Invalid } from '../errors.ts'

const { render, challenge } = warrantyErrorFormat

test('an error has an envelope, with details where there are issues', () => {
  const issues = [{ field: 'hin', message: 'HIN is required.' }]
  expect(render(new Invalid(issues), 1_735_787_045_000_006)).toEqual({
    success: false,
    status: 422,
    error: { code: 'VALIDATION_ERROR', message: 'HIN is required.', details: issues },
    meta: { timestamp: '2025-01-02T03:04:05.000006Z', version: '0.2.0' },
  })
  const bare = render(new AppError('NOT_FOUND', 'No.'), 0)
  expect(bare).toMatchObject({ error: { code: 'NOT_FOUND', message: 'No.' } })
  expect(JSON.stringify(bare)).not.toContain('details')
})

test('a 401 names an error only where a token was sent', () => {
  expect(challenge(new AppError('AUTHENTICATION_REQUIRED', 'Log in again.'))).toBe('Bearer')
  for (const code of ['INVALID_TOKEN', 'TOKEN_EXPIRED'] as const) {
    expect(challenge(new AppError(code, 'Log in again.'))).toBe(
      'Bearer error="invalid_token", error_description="Log in again."',
    )
  }
})

test('meta has warnings only where there are some', () => {
  const warnings = [{ field: 'modell', message: 'Unknown field modell was ignored. Did you mean model?' }]
  expect(success({}, 0, 201, { warnings }).meta).toMatchObject({ warnings })
  expect(Object.keys(success({}, 0, 201, { warnings: [] }).meta)).toEqual(['timestamp', 'version'])
})
