import { expect, test } from 'vitest'
import { inMoments } from './days.ts'

test('days begin and end where the person is, and the last one is included', () => {
  expect(inMoments({ q: 'x', from: '2026-10-31', to: '2026-12-31' })).toEqual({
    q: 'x',
    from: new Date(2026, 9, 31).toISOString(),
    to: new Date(2027, 0, 1).toISOString(),
  })
})

test('what is no day stays as it is', () => {
  expect(inMoments({})).toEqual({})
  expect(inMoments({ from: 'yesterday', to: '2026-06-01T12:00:00Z' })).toEqual({
    from: 'yesterday',
    to: '2026-06-01T12:00:00Z',
  })
})
