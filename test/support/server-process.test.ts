import { expect, test } from 'vitest'
import { startProcess } from './server-process.ts'

test('starting a process that does not exist is an error', async () => {
  const { execPath } = process
  process.execPath = '/nonexistent/node'
  try {
    await expect(startProcess('serve', {}, () => false)).rejects.toMatchObject({ code: 'ENOENT' })
  } finally {
    process.execPath = execPath
  }
})
