import { expect } from 'vitest'
import type { Answer } from './client.ts'

/** Microseconds, UTC. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

const META = { timestamp: expect.stringMatching(TIMESTAMP), version: '0.2.0' }

/** Checks a success of the warranty interface against its envelope. Returns its `data`. */
export function expectData(answer: Answer, status = 200) {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.body).toEqual({
    success: true,
    status,
    data: expect.anything(),
    meta: expect.objectContaining(META),
  })
  return answer.body.data
}

/** Checks an error of the warranty interface against its envelope. `fields` are all that `error.details` names. */
export function expectError(answer: Answer, status: number, code: string, ...fields: string[]): void {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  const details = status === 422 ? { details: expect.any(Array) } : {}
  expect(answer.body).toEqual({
    success: false,
    status,
    error: { code, message: expect.stringMatching(/\S/), ...details },
    meta: META,
  })
  if (fields.length > 0) {
    expect(answer.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual(
      fields.sort(),
    )
  }
}
