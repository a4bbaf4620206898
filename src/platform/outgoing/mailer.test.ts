import { expect, test, vi } from 'vitest'
import { startMailServer } from '../../../test/support/smtp.ts'
import { createMailer } from './mailer.ts'

test('where the library cannot be loaded, the next mail tries again', async () => {
  await using server = await startMailServer()
  let loads = 0
  vi.doMock('nodemailer', (original) => {
    if (++loads === 1) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
    return original()
  })
  const mailer = createMailer({ url: server.url, from: 'leads@example.com' })
  expect(await mailer.verify()).toMatchObject({ ok: false, final: false })
  await mailer.close()
  expect(await mailer.verify()).toEqual({ ok: true })
  await mailer.close()
  expect(loads).toBe(2)
})
