import { expect } from 'vitest'

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** An error answer of the warranty interface, to be held against with `toMatchObject`. */
export function refusal(status: number, code: string, version = '0.2.0') {
  return {
    status,
    headers: { 'content-type': expect.stringMatching(/^application\/json/) },
    body: {
      success: false,
      status,
      error: { code, message: expect.stringMatching(/\S/) },
      meta: { timestamp: expect.stringMatching(TIMESTAMP), version },
    },
  }
}

/** An error answer of the administration. */
export function adminRefusal(status: number, code: string) {
  return refusal(status, code, '1.0.0')
}

/** An error answer of lead submission. */
export function leadRefusal(status: number) {
  return {
    status,
    headers: { 'content-type': expect.stringMatching(/^application\/json/) },
    body: {
      status: 'error',
      message: expect.stringMatching(/\S/),
      errors: expect.any(Array),
      version: '0.1.1',
    },
  }
}

/** An error answer of the dealer locator, and of every path outside the interfaces. */
export function plainRefusal(status: number) {
  return {
    status,
    headers: { 'content-type': expect.stringMatching(/^application\/json/) },
    body: { error: expect.stringMatching(/\S/), version: '0.2.0' },
  }
}
