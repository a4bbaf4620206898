import { expect, test } from 'vitest'
import { ZipTable } from './zip-table.ts'

test('codes and prefixes have integers of their own, of either sign', () => {
  const table = new ZipTable()
  table.set('00501', 0)
  table.set('005', -1)
  table.set('99950', 99_999)
  table.set('750', 7)
  expect(['00501', '005', '99950', '750'].map((code) => table.get(code))).toEqual([0, -1, 99_999, 7])
  expect(['00500', '501', '75000', '00007', '000'].map((code) => table.get(code))).toEqual(
    Array(5).fill(undefined),
  )
  expect([...table.keys()]).toEqual(['005', '750', '00501', '99950'])
})
