import { expect, test } from 'vitest'
import { classifyStatus } from './outcome.ts'

test.each([
  ['success', [200, 201, 202, 204, 206, 226, 299]],
  [
    'retry',
    [300, 301, 302, 303, 304, 307, 308, 399, 408, 409, 425, 429, 500, 502, 503, 504, 521, 599, 600, 999],
  ],
  [
    'final',
    [400, 401, 402, 403, 404, 405, 406, 407, 410, 413, 415, 418, 421, 422, 424, 426, 428, 430, 451, 499],
  ],
])('%s: %j', (outcome, statuses) => {
  expect(statuses.map(classifyStatus)).toEqual(statuses.map(() => outcome))
})
