import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { expectData } from '../support/envelope.ts'
import { makeIntegrator, newHin } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'
import { eventOf, untilSync } from '../support/warranty-crm.ts'

const server = await startFileServer()

const EMAIL = 'ada.rivers@example.com'

test('a person is erased beside the running server, and the CRM learns of it', async () => {
  await using crm = await startCrm()
  const integrator = await makeIntegrator(server, {
    brand: {
      warranty_crm: { type: 'webhook', url: crm.url('/crm') },
      lead_webhook: { url: crm.url('/leads') },
    },
  })
  const hin = newHin()
  const contact = { first_name: 'Ada', last_name: 'Rivers', email: EMAIL, zipcode: '75067' }
  expectData(
    await integrator.register({ hin, contact, warranty_notes: `of ${EMAIL}` }, { 'idempotency-key': 'once' }),
    201,
  )
  const lead = await integrator.submitLead({ contact: { contact_email: EMAIL.toUpperCase() } })
  expect(lead.status).toBe(200)
  await untilSync(integrator, hin, { status: 'synced' })

  const found = await server.command('person', 'find', EMAIL, '--json')
  expect(JSON.parse(found.stdout).map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['owner', 'lead', 'named in a warranty', 'answers kept for repeated requests']),
  )
  const exported = JSON.parse((await server.command('person', 'export', EMAIL)).stdout)
  expect(exported.recipients).toEqual([
    expect.objectContaining({ kind: 'warranty_sync', status: 'delivered' }),
    expect.objectContaining({ kind: 'lead_webhook', status: 'delivered' }),
  ])

  const erased = await server.command('person', 'erase', EMAIL, '--yes', '--json')
  expect({ code: erased.code, stderr: erased.stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(erased.stdout)).toMatchObject({ owners: 1, leads: 1, complete: true })
  expect((await server.command('person', 'find', EMAIL)).code).toBe(2)

  const [, told] = await crm.received('/crm', 2)
  expect(eventOf(told!)).toMatchObject({
    type: 'warranty.updated',
    data: {
      hin,
      warranty_notes: 'of [erased]',
      contact: { first_name: 'Erased', email: null, zipcode: 'Erased' },
    },
  })
  expect(told!.raw.toString()).not.toContain('Rivers')
  // The server goes on with the warranty.
  const updated = expectData(
    await integrator.call('PATCH', `/warranty/${hin}`, { body: { warranty_status: 'voided' } }),
  )
  expect(updated).toMatchObject({ warranty_status: 'voided', contact: { last_name: 'Erased' } })
  const noOne = await integrator.call('PATCH', `/warranty/${hin}`, { body: { contact: { city: 'Hull' } } })
  expect(noOne.status).toBe(422)

  const folder = server.database.env.DATA_DIR
  const holding = readdirSync(folder)
    .filter((name) => name.startsWith('transom.db'))
    .filter((name) => readFileSync(join(folder, name)).toString('latin1').toLowerCase().includes(EMAIL))
  expect(holding).toEqual([])
})
