import { pino } from 'pino'
import { openTestDatabase } from '../../../test/support/db.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Mailer } from '../../platform/outgoing/mailer.ts'
import type { ApiToken } from '../access/index.ts'
import { createBrandCache } from '../brands/index.ts'
import { createDeliveries } from '../deliveries/module.ts'
import type { RegistrationContext } from './context.ts'
import { ownerMailHandler } from './mail/owner-mail.ts'
import { submitRegistration } from './operations/submit-registration.ts'
import type { RegistrationBody } from './schemas.ts'

/**
 * A database with two brands, of which `harbor-craft` accepts what matches, and a dealer of it. With `mail`, mails are
 * sent and kept.
 */
export async function makeWorld({ mail = false } = {}) {
  const { db, drop } = await openTestDatabase()
  const mails: SentMail[] = []
  const mailer = {
    async send(sent: SentMail) {
      mails.push(sent)
      return { ok: true as const }
    },
  }
  const ctx: RegistrationContext = {
    db,
    clock: systemClock,
    principal: { kind: 'shell', name: 'ada' },
    brands: createBrandCache(db),
    deliveries: createDeliveries({ db, clock: systemClock, log: pino({ level: 'silent' }), retryScale: 1 }),
    mailer: mail ? mailer : undefined,
  }
  ctx.deliveries.register(
    'owner_mail',
    ownerMailHandler({ ...ctx, publicUrl: 'https://transom.example.com' }),
  )
  if (mail) ctx.deliveries.start()
  await db.write(async (trx) => {
    const brand = { updated_at: 0, registration_auto_accept: false }
    await trx
      .insertInto('brands')
      .values([
        { ...brand, id: 1, slug: 'harbor-craft', name: 'Harbor Craft', registration_auto_accept: true },
        { ...brand, id: 2, slug: 'tide', name: 'Tide' },
      ])
      .execute()
    const dealer = { name: 'Tidewater', country: 'USA', created_at: 0, updated_at: 0 }
    await trx
      .insertInto('dealers')
      .values([
        { ...dealer, id: 15, dealer_code: 'HC-15', active: true },
        { ...dealer, id: 16, dealer_code: 'HC-16', active: false },
        { ...dealer, id: 17, dealer_code: 'T-17', active: true },
      ])
      .execute()
    await trx
      .insertInto('dealer_brands')
      .values([
        { dealer_id: 15, brand_id: 1 },
        { dealer_id: 16, brand_id: 1 },
        { dealer_id: 17, brand_id: 2 },
      ])
      .execute()
  })
  const token = {
    id: 1,
    brands: new Set([1, 2]),
    scopes: new Set(['warranty-registration'] as const),
  } as unknown as ApiToken
  return {
    db,
    ctx,
    mails,
    async drop() {
      await ctx.deliveries.stop(0)
      await drop()
    },
    /** Submits a registration; `fields` replace those of a valid body that matches. Returns the id. */
    submit: (fields: Partial<RegistrationBody> = {}) =>
      submitRegistration(ctx, {
        token,
        sender: { address: '203.0.113.9', userAgent: 'form/1' },
        body: { ...registrationBody(), ...fields },
      }),
  }
}

type SentMail = Parameters<Mailer['send']>[0]

let hins = 0

/** Returns a new HIN of a boat of December 2024 and model year 2025. */
export function newHin(manufacturer = 'HCX'): string {
  return `${manufacturer}${String(++hins).padStart(5, '0')}L425`
}

/** Returns a valid registration that matches, once the manufacturer is known. */
function registrationBody(): RegistrationBody {
  return {
    brand: 'harbor-craft',
    hin: newHin(),
    model: 'Tidewater 24',
    model_year: '2025',
    purchase_date: '2025-03-01',
    dealer_code: 'HC-15',
    contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' },
    consent: true,
  }
}
