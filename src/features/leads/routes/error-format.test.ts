import { expect, test } from 'vitest'
import { AppError, Invalid } from '../../../platform/errors.ts'
import { leadErrorFormat } from './error-format.ts'

test('an error lists the issues of a lead, none if need be', () => {
  const issues = [{ field: 'brand', message: 'Brand is required.' }]
  expect(leadErrorFormat.render(new Invalid(issues, 'INVALID_LEAD'), 0)).toEqual({
    status: 'error',
    message: 'Brand is required.',
    errors: issues,
    version: '0.1.1',
  })
  expect(leadErrorFormat.render(new AppError('NOT_FOUND', 'No.'), 0)).toMatchObject({ errors: [] })
})
