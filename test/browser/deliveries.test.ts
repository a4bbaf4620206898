import { expect, test } from 'vitest'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()

test('failed deliveries that match the filters are counted, retried together, and arrive at their receiver', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const { page } = visitor
  const failedMails = async () => {
    const answer = await page.request.get('/admin/v1/deliveries?state=failed&kind=dealer_mail&limit=200')
    return (await answer.json()).data as { id: number; attempts_made: number }[]
  }
  // The demo has no mail server.
  await expect.poll(async () => (await failedMails()).length).toBeGreaterThan(2)
  await visitor.open('/deliveries?state=failed&kind=dealer_mail')
  const before = await failedMails()
  await page.getByRole('link', { name: 'Retry failed' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Mail to dealer').waitFor()
  await dialog.getByRole('button', { name: `Retry ${before.length} failed deliveries` }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `${before.length} deliveries on the way` })
    .waitFor()
  await expect
    .poll(async () => (await failedMails()).filter(({ attempts_made }) => attempts_made > 1).length)
    .toBe(before.length)

  await visitor.open(`/deliveries/${before[0]!.id}`)
  await page.getByText('Attempt 2').waitFor()
  await page.getByText('No mail server is configured').first().waitFor()
  await visitor.open('/deliveries')
  await page.getByRole('link', { name: 'Receivers' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Mail to dealer' }).first()
  await row.waitFor()
  expect(await row.innerText()).toMatch(/Failing[\s\S]*0%/)
  expect(visitor.complaints).toEqual([])
})

test('if more have failed meanwhile, nothing is retried and the new number is shown', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const { page } = visitor
  await page.route('**/admin/v1/deliveries/retry', (route) =>
    route.fulfill({
      status: 409,
      json: { status: 'error', error: { code: 'CONFLICT', message: 'There are more.' } },
    }),
  )
  await visitor.open('/deliveries?state=failed&do=retry')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Retry \d+ failed/ }).click()
  await dialog.getByText('Nothing was retried. The number below is current.').waitFor()
  await dialog.getByRole('button', { name: /^Retry \d+ failed/ }).waitFor()
})
