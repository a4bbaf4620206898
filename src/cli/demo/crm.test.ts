import { expect, test } from 'vitest'
import { breakOff } from '../../../test/support/raw-http.ts'
import { startPretendCrm } from './crm.ts'

test('the demo survives a server that disconnects in the middle of a message', async () => {
  const crm = await startPretendCrm()
  try {
    await breakOff(crm.url)
    const answer = await fetch(crm.url, { method: 'POST', body: '{"type":"lead.created"}' })
    expect(answer.status).toBe(200)
    const shown = await fetch(crm.url)
    expect(await shown.json()).toMatchObject([{ answered: 200, message: { type: 'lead.created' } }])
  } finally {
    crm.close()
  }
})
