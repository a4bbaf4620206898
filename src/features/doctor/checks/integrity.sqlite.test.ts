import { expect, test } from 'vitest'
import { quickCheck } from './integrity.ts'

test('a file that cannot be read is not reported as damaged', async () => {
  await expect(quickCheck('/tmp/no-such-transom.db', 10_000)).rejects.toThrow(
    /^Cannot open database because the directory does not exist$|^unable to open database file$/,
  )
})
