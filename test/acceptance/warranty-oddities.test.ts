import { describe, expect, test } from 'vitest'
import { expectData, expectError } from '../support/envelope.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const server = await startFileServer()
const integrator = await makeIntegrator(server)

const CONTACT = { first_name: 'Bo', last_name: 'Lee', phone: '555-0132', zipcode: '75067' }
const NEXT_CENTURY = { registration_date: '2199-01-01' }

describe('meta.warnings of a create', () => {
  test('is absent when nothing is odd', async () => {
    const { status, body } = await integrator.register()
    expect([status, Object.keys(body.meta)]).toEqual([201, ['timestamp', 'version']])
  })

  test('names unknown fields, which are ignored, and the nearest known ones', async () => {
    const contact = { ...CONTACT, emial: 'x', zip: '1' }
    const { body } = await integrator.register({ warranty_duration: 12, first_name: 'Bo', x: 1, contact })
    expect(body.meta.warnings).toEqual([
      {
        field: 'contact.emial',
        message: 'Unknown field contact.emial was ignored; did you mean contact.email?',
      },
      {
        field: 'contact.zip',
        message: 'Unknown field contact.zip was ignored; did you mean contact.zipcode?',
      },
      {
        field: 'warranty_duration',
        message: 'Unknown field warranty_duration was ignored; did you mean warranty_duration_months?',
      },
      {
        field: 'first_name',
        message: 'Unknown field first_name was ignored; did you mean contact.first_name?',
      },
      { field: 'x', message: 'Unknown field x was ignored.' },
    ])
  })

  test.each([
    ['boat_model_year', 'model_year'],
    ['customer_email', 'contact.email'],
    ['zipcod', 'contact.zipcode'],
    ['contact.postal', undefined],
    ['contact.model_yaer', 'model_year'],
  ])('of %s, the nearest known name is %s', async (path, nearest) => {
    const [name = '', part] = path.split('.')
    const fields = part ? { contact: { ...CONTACT, [part]: 'x' } } : { [name]: 'x' }
    const { body } = await integrator.register(fields)
    const hint = nearest ? `; did you mean ${nearest}?` : '.'
    expect(body.meta.warnings).toEqual([{ field: path, message: `Unknown field ${path} was ignored${hint}` }])
  })

  test.each([
    ['25', 'Model year "25" is not four digits.'],
    ['2024', 'Model year is 2024, but the HIN says 2025.'],
    ['2025', undefined],
  ])('comments on the model year %s', async (model_year, message) => {
    const { body } = await integrator.register({ model_year })
    expect(body.meta.warnings?.[0]?.message).toBe(message)
    expect(body.data.model_year).toBe(model_year)
  })

  test('comments on a registration more than a year ahead', async () => {
    const { body } = await integrator.register(NEXT_CENTURY)
    expect(body.meta.warnings).toEqual([
      { field: 'registration_date', message: 'Registration date 2199-01-01 is more than a year ahead.' },
    ])
  })

  test('comes again with the answer that an Idempotency-Key replays', async () => {
    const key = { 'idempotency-key': `odd-${integrator.brand.id}` }
    const registration = { ...NEXT_CENTURY, hin: 'ODD00001L425' }
    const [first, second] = [
      await integrator.register(registration, key),
      await integrator.register(registration, key),
    ]
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body.meta.warnings).toEqual(first.body.meta.warnings)
    expect(first.body.meta.warnings).toHaveLength(1)
  })
})

test('a transfer warns of unknown fields and of a date more than a year ahead', async () => {
  const { hin } = expectData(await integrator.register(), 201)
  const body = { contact: CONTACT, ...NEXT_CENTURY, transfer_note: 'sold', purchase_date: '' }
  const answer = await integrator.call('POST', `/warranty/${hin}/transfer`, { body })
  expect(answer.body.data).toMatchObject({ registration_date: '2199-01-01', purchase_date: '2199-01-01' })
  expect(answer.body.meta.warnings).toEqual([
    {
      field: 'transfer_note',
      message: 'Unknown field transfer_note was ignored; did you mean transfer_notes?',
    },
    { field: 'registration_date', message: 'Registration date 2199-01-01 is more than a year ahead.' },
  ])
})

describe('an unknown parameter of a list', () => {
  test.each([
    ['status=active', 'status', 'There is no parameter "status". Did you mean "warranty_status"?'],
    ['brandid=1', 'brandid', 'There is no parameter "brandid". Did you mean "brand_id"?'],
    ['colour=red', 'colour', /^There is no parameter "colour"\. Known are hin, brand_id, /],
  ])('is refused: %s', async (query, field, message) => {
    const answer = await integrator.call('GET', `/warranty?${query}&limit=1`)
    expectError(answer, 422, 'VALIDATION_ERROR', field)
    expect(answer.body.error.message).toMatch(message)
  })

  test('is ignored when its name begins with an underscore', async () => {
    expectData(await integrator.call('GET', '/warranty?_=1763886000&_trace=a'))
  })
})
