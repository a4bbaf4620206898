import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Issue } from '../../../platform/errors.ts'
import { makeWorld, registrationBody, type World } from '../world.test-support.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.drop())

const CONTACT = { first_name: 'Bo', last_name: 'Rivers', email: 'bo@example.com', zipcode: '75067' }

async function register(fields: Parameters<World['register']>[0] = {}): Promise<string> {
  return (await world.register(fields)).hin
}

const correct = (hin: string, ...words: string[]) => world.run('correct', hin, ...words)
const refusal = (hin: string, ...words: string[]) =>
  correct(hin, ...words).then(
    () => 'taken',
    (error) => error.issues?.map(({ message }: Issue) => message).join(' ') || error.message,
  )
const show = async (hin: string, ...words: string[]) =>
  JSON.parse((await world.run('show', hin, '--json', ...words)).printed[0]!)

async function auditOf(hin: string) {
  const rows = await world.db.read
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'before', 'after'])
    .where('subject_name', '=', hin)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    before: row.before && JSON.parse(row.before),
    after: JSON.parse(row.after!),
  }))
}

const totals = () => world.db.read.selectFrom('warranty_counts').selectAll().orderBy('total').execute()

test('a transfer dated too late by mistake gets its day, and the next one can follow', async () => {
  const hin = await register()
  await world.transfer(hin, { contact: CONTACT, registration_date: '2999-12-31' })
  const cleo = { contact: { ...CONTACT, first_name: 'Cleo' }, registration_date: '2026-06-01' }
  await expect(world.transfer(hin, cleo)).rejects.toThrow('must not be before')
  expect(await correct(hin, '--registration-date', '2026-05-01')).toMatchObject({
    printed: [
      'owner 1: transfer_date: 2999-12-31 → 2026-05-01',
      'owner 2: registration_date: 2999-12-31 → 2026-05-01',
    ],
    noted: ['Note: purchase_date is still 2999-12-31. Correct it with --purchase-date.'],
  })
  expect(await correct(hin, '--purchase-date', '2026-04-30')).toMatchObject({
    printed: ['owner 2: purchase_date: 2999-12-31 → 2026-04-30'],
    noted: [],
  })
  await world.transfer(hin, cleo)
  const { history, ...record } = await show(hin)
  expect(record).toMatchObject({ registration_date: '2026-06-01', warranty_start_date: '2025-03-01' })
  expect(
    history.map((owner: Record<string, string>) => [
      owner.first_name,
      owner.registration_date,
      owner.transfer_date,
    ]),
  ).toEqual([
    ['Ada', '2025-03-01', '2026-05-01'],
    ['Bo', '2026-05-01', '2026-06-01'],
    ['Cleo', '2026-06-01', null],
  ])
})

test('an earlier owner has dates that can be corrected, between those of the neighbors', async () => {
  const hin = await register({ registration_date: '2025-03-01' })
  await world.transfer(hin, { contact: CONTACT, registration_date: '2999-01-01' })
  await world.transfer(hin, { contact: { ...CONTACT, first_name: 'Cleo' }, registration_date: '2999-01-01' })
  expect(await refusal(hin, '--registration-date', '2026-06-01')).toBe(
    'Registration date must not be before that of the previous owner, 2999-01-01. Correct that one first.',
  )
  const bo = ['--owner', '2', '--registration-date', '2026-05-01', '--purchase-date', 'none']
  expect((await correct(hin, ...bo)).printed).toEqual([
    'owner 1: transfer_date: 2999-01-01 → 2026-05-01',
    'owner 2: registration_date: 2999-01-01 → 2026-05-01',
    'owner 2: purchase_date: 2999-01-01 → 2026-05-01',
  ])
  expect((await auditOf(hin)).at(-1)).toMatchObject({
    before: { registration_date: '2999-01-01', purchase_date: '2999-01-01' },
    after: { owner: 2, registration_date: '2026-05-01', purchase_date: '2026-05-01' },
  })
  await correct(hin, '--registration-date', '2026-06-01', '--purchase-date', 'none')
  expect((await correct(hin, '--owner', '1', '--registration-date', '2025-02-01')).noted).toEqual([
    'Note: purchase_date is still 2025-03-01. Correct it with --purchase-date.',
    'Note: warranty_start_date is still 2025-03-01. Correct it with --warranty-start-date.',
  ])
  const { history, ...record } = await show(hin)
  expect(record).toMatchObject({ registration_date: '2026-06-01', purchase_date: '2026-06-01' })
  expect(
    history.map((owner: Record<string, string>) => [owner.registration_date, owner.transfer_date]),
  ).toEqual([
    ['2025-02-01', '2026-05-01'],
    ['2026-05-01', '2026-06-01'],
    ['2026-06-01', null],
  ])
  expect(await refusal(hin, '--owner', '1', '--registration-date', '2026-05-02')).toBe(
    'Registration date must not be after that of the next owner, 2026-05-01.',
  )
  expect(await refusal(hin, '--owner', '4', '--registration-date', '2026-05-02')).toBe(
    'Owner must be from 1 to 3, the present owner.',
  )
})

test('without a start the cover begins with the first owner, however many came after', async () => {
  const hin = await register({ warranty_start_date: '2025-04-01', warranty_duration_months: 12 })
  await world.transfer(hin, { contact: CONTACT, registration_date: '2025-08-01' })
  await correct(hin, '--warranty-start-date', 'none')
  expect(await show(hin)).toMatchObject({
    warranty_start_date: '2025-03-01',
    warranty_end_date: '2026-03-01',
  })
})

test('every field, and the end date that follows; the trail says who, and no number of another system', async () => {
  const hin = await register({ warranty_duration_months: 1200, order_number: 'PO-1', warranty_notes: 'old' })
  const given = {
    model: 'Tidewater 26',
    model_code: 'T26',
    model_year: '2026',
    is_used: 'true',
    registration_date: '2025-04-01',
    purchase_date: '2025-04-02',
    warranty_start_date: '2025-04-03',
    warranty_duration_months: '24',
    coverage_type: 'hull-only',
    warranty_status: 'voided',
    warranty_notes: 'new',
    order_number: 'PO-2',
    external_order_number: 'X-2',
    warranty_external_id: 'W-2',
  }
  const words = Object.entries(given).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value])
  const { printed } = await correct(hin, ...words, '--json')
  const record = JSON.parse(printed[0]!)
  expect(record).toMatchObject({
    ...given,
    brand: 'harbor-craft',
    is_used: true,
    warranty_duration_months: 24,
    warranty_end_date: '2027-04-03',
  })
  expect(await show(hin)).toMatchObject(record)
  expect((await auditOf(hin)).at(-1)).toEqual({
    action: 'warranty.corrected',
    actor_name: 'tester',
    before: expect.objectContaining({ model: 'Tidewater 24', is_used: false, warranty_status: 'active' }),
    after: expect.objectContaining({ model: 'Tidewater 26', is_used: true, order_number: 'changed' }),
  })
})

test('none empties a field, or sets it back to what it is without being given', async () => {
  const hin = await register({
    model_code: 'T24',
    purchase_date: '2025-02-01',
    warranty_start_date: '2025-02-02',
    warranty_duration_months: 12,
    coverage_type: 'full',
  })
  const emptied = [
    'model-code',
    'purchase-date',
    'warranty-start-date',
    'warranty-duration-months',
    'coverage-type',
  ]
  await correct(hin, ...emptied.flatMap((name) => [`--${name}`, 'none']))
  expect(await show(hin)).toMatchObject({
    model_code: null,
    purchase_date: '2025-03-01',
    warranty_start_date: '2025-03-01',
    warranty_duration_months: null,
    warranty_end_date: null,
    coverage_type: null,
  })
})

test('the brand is notified as of an update, and its totals stay correct', async () => {
  const hin = await register({ brand_id: 2 })
  await correct(hin, '--model', 'Tide 30')
  const deliveries = await world.db.read
    .selectFrom('deliveries')
    .select('event')
    .where('brand_id', '=', 2)
    .orderBy('id')
    .execute()
  expect(deliveries.map(({ event }) => event)).toEqual(['warranty.registered', 'warranty.updated'])
  expect(await show(hin)).toMatchObject({ crm_sync: { status: 'pending' } })
  await correct(hin, '--warranty-status', 'voided')
  const ofTide = (await totals()).filter(({ brand_id }) => brand_id === 2)
  expect(ofTide.map(({ warranty_status, total }) => [warranty_status, Number(total)])).toEqual([
    ['active', 0],
    ['voided', 1],
  ])
})

test('a warranty whose owner was erased can be corrected', async () => {
  const hin = await register()
  const erased = {
    first_name: 'Erased',
    last_name: 'Erased',
    zipcode: 'Erased',
    email: null,
    email_key: null,
  }
  await world.db.write((trx) =>
    trx
      .updateTable('ownerships')
      .set(erased)
      .where('warranty_id', '=', (eb) => eb.selectFrom('warranties').select('id').where('hin', '=', hin))
      .execute(),
  )
  await correct(hin, '--model-year', '2026')
  expect(await show(hin)).toMatchObject({
    model_year: '2026',
    contact: { first_name: 'Erased', email: null },
  })
})

test('a correction to the present values changes nothing, sends nothing, and leaves no trail', async () => {
  const hin = await register({ brand_id: 2 })
  const before = await show(hin)
  expect((await correct(hin, '--model', 'Tidewater 24')).printed).toEqual(['Nothing differs.'])
  expect(await show(hin)).toEqual(before)
  expect((await auditOf(hin)).map(({ action }) => action)).toEqual(['warranty.registered'])
})

describe('refused, and nothing changed:', () => {
  test.each([
    [[], 'There is nothing to correct. See the fields with --help.'],
    [['--model', ''], 'Model is required.'],
    [['--registration-date', '2025-02-30'], /^Registration date must be a real date/],
    [
      ['--coverage-type', 'all', '--warranty-duration-months', '0'],
      /Warranty duration months must be .*Coverage type must be|Coverage type must be .*Warranty duration months must be/,
    ],
    [['--warranty-duration-months', 'twelve'], /must be a number/],
    [['--is-used', 'maybe'], /must be true or false/],
    [
      [
        '--warranty-start-date',
        '2020-01-01',
        '--warranty-duration-months',
        '12',
        '--warranty-status',
        'active',
      ],
      /^Warranty status cannot become active because the warranty ended on 2021-01-01/,
    ],
    [['--warranty-start-date', '2999-06-01', '--warranty-duration-months', '12'], /after the year 2999/],
    [['--registration-date', '2025-02-28'], /must not be before that of the previous owner, 2025-03-01/],
    [
      [
        '--registration-date',
        '2025-02-28',
        '--warranty-status',
        'active',
        '--warranty-start-date',
        '2020-01-01',
        '--warranty-duration-months',
        '1',
      ],
      /cannot become active.* Registration date must not be before/,
    ],
  ])('%j', async (words, message) => {
    const hin = await register()
    await world.transfer(hin, { contact: CONTACT, registration_date: '2025-08-01' })
    const before = await show(hin)
    expect(await refusal(hin, ...words)).toMatch(message)
    expect(await show(hin)).toEqual(before)
  })

  test('a HIN that nobody has, or that two brands have', async () => {
    expect(await correct('ZZZ00000A526', '--model', 'X')).toMatchObject({
      printed: [],
      noted: ['There is no warranty with the HIN ZZZ00000A526.'],
      exit: 2,
    })
    const { hin } = registrationBody()
    await register({ hin })
    await register({ hin, brand_id: 2 })
    expect(await refusal(hin, '--model', 'X')).toMatch(
      /exists under the brands 1 \(harbor-craft\) and 2 \(tide\)\. Name one of them\. Add --brand\.$/,
    )
    await correct(hin, '--model', 'X', '--brand', 'tide')
    expect((await show(hin, '--brand', 'tide')).model).toBe('X')
    expect((await show(hin, '--brand', 'harbor-craft')).model).toBe('Tidewater 24')
  })
})
