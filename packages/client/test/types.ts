/** Lines that must compile, and lines that must not: `npm run check` compiles this file. Nothing runs it. */
import { createClient, type NewWarranty, TransomError, verifyWebhook } from '../src/index.ts'

const transom = createClient({
  url: 'https://transom.example.com',
  email: 'a@example.com',
  password: 'secret',
})
createClient({ url: 'https://transom.example.com', token: 'pk_…' })
createClient({
  url: 'https://transom.example.com',
  token: 'pk_…',
  email: 'a@example.com',
  password: 'secret',
})
// @ts-expect-error a password without an e-mail address
createClient({ url: 'https://transom.example.com', password: 'secret' })
// @ts-expect-error no credentials
createClient({ url: 'https://transom.example.com' })
// @ts-expect-error no address
createClient({ token: 'pk_…' })

const warranty: NewWarranty = {
  brand_id: 1,
  hin: 'HCX12345D526',
  model: 'Tidewater 24',
  model_year: '2026',
  registration_date: '2026-03-01',
  coverage_type: 'hull-only',
  contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '78701' },
}
const { model: _, ...withoutModel } = warranty
const { zipcode: __, ...withoutZip } = warranty.contact

// @ts-expect-error a field is missing
transom.warranties.create(withoutModel)
// @ts-expect-error a field of the contact is missing
transom.warranties.create({ ...warranty, contact: withoutZip })
// @ts-expect-error no such coverage
transom.warranties.create({ ...warranty, coverage_type: 'partial' })
// @ts-expect-error no such status
transom.warranties.create({ ...warranty, warranty_status: 'sold' })
// @ts-expect-error a text is not a number
transom.warranties.create({ ...warranty, brand_id: '1' })
// @ts-expect-error there is no such field
transom.warranties.create({ ...warranty, warranty_duration: 12 })
// @ts-expect-error one registration of many is wrong
transom.warranties.createMany([warranty, withoutModel])
// @ts-expect-error the option has another name
transom.warranties.createMany([warranty], { all_or_nothing: true })
// @ts-expect-error no such filter
transom.warranties.list({ status: 'active' })
// @ts-expect-error no such status to filter by
transom.warranties.list({ warranty_status: 'sold' })
// @ts-expect-error an export has no pages
transom.warranties.export({ page: 2 })
// @ts-expect-error a HIN cannot change
transom.warranties.update('HCX12345D526', { hin: 'HCX12345D527' })
// @ts-expect-error a transfer needs the new owner
transom.warranties.transfer('HCX12345D526', { registration_date: '2026-03-01' })
// @ts-expect-error a lead needs an e-mail address
transom.leads.submit({ brand: 'harbor-craft', contact_category: 'request_quote', contact: {} })
// @ts-expect-error the country is missing
transom.dealers.find({ brand: 'harbor-craft', postal_code: '75067' })

export async function whatComesBack() {
  const record = await transom.warranties.get('HCX12345D526')
  const status: 'active' | 'expired' | 'voided' = record.warranty_status
  const sync: 'pending' | 'synced' | 'failed' | 'not_configured' = record.crm_sync.status
  // @ts-expect-error it may be null
  const months: number = record.warranty_duration_months
  // @ts-expect-error no such status
  if (record.warranty_status === 'sold') return
  for await (const listed of transom.warranties.list()) {
    const name: string = listed.contact.first_name
    // @ts-expect-error a list has no orders
    listed.order_number
    void name
  }
  const { outcomes } = await transom.warranties.createMany([warranty])
  for (const one of outcomes) {
    // @ts-expect-error only a created one has data
    one.data
    if (one.outcome === 'created') void one.data.hin
    if (one.outcome === 'failed' && one.error.code === 'DUPLICATE_HIN') void one.error.message
  }
  const event = await verifyWebhook('{}', new Headers(), 'whsec_…')
  const type: string = event.type
  // @ts-expect-error a webhook has a secret
  verifyWebhook('{}', {})
  try {
    await transom.warranties.history('HCX12345D526')
  } catch (error) {
    if (error instanceof TransomError && error.code === 'WARRANTY_NOT_FOUND') void error.details[0]?.field
  }
  return { status, sync, months, type }
}
