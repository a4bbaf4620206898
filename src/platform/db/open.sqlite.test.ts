import { expect, test } from 'vitest'
import { openDatabase } from './open.ts'

test.runIf(process.platform === 'linux')(
  'a folder that this user may not write to is named, with what to do',
  async () => {
    // Not even root may create files there.
    const where = { DATABASE_URL: undefined, DATABASE_POOL_SIZE: 1, DATA_DIR: '/sys/kernel' }
    await expect(openDatabase(where, { statementTimeoutMs: 0, onError() {} })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(
        /^DATA_DIR cannot be used: E\w+: .*'\/sys\/kernel\/transom\.db'\. Run this as the user of the server, who must be able to write to \/sys\/kernel\.$/,
      ),
    })
  },
)
