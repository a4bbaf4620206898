import { expect, test } from 'vitest'
import { newTotpSecret, stepOf } from './totp.ts'

test.each(['', '12345', '1234567', '12 456', '！23456', '!𐀀!!!', '１２３４５６'])(
  'no code of any moment is %j',
  (code) => {
    expect(stepOf(newTotpSecret(), code, Date.UTC(2026, 10, 21) * 1_000)).toBeUndefined()
  },
)
