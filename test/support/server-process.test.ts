import { expect, test } from 'vitest'
import { startProcess } from './server-process.ts'

test('who starts a process hears of it when there is none', async () => {
  const { execPath } = process
  process.execPath = '/nonexistent/node'
  try {
    await expect(startProcess('serve', {}, () => false)).rejects.toMatchObject({ code: 'ENOENT' })
  } finally {
    process.execPath = execPath
  }
})
