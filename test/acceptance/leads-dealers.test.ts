import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { makeIntegrator } from '../support/integrator.ts'
import { disposeAfterAll, startFileServer } from '../support/server.ts'
import { startMailServer } from '../support/smtp.ts'

const mails = disposeAfterAll(await startMailServer())
const smtp = { SMTP_URL: mails.url, SMTP_FROM: 'Leads <leads@builder.example>' }
const server = await startFileServer({ env: smtp })
const crm = disposeAfterAll(await startCrm())

/** A brand with a dealer near Dallas, whose territory Seattle is, and one in Austin. */
async function withDealers() {
  const path = `/${randomUUID()}`
  const codes = { dallas: randomUUID(), austin: randomUUID() }
  const place = { country: 'USA', state: 'TX', active: true }
  const integrator = await makeIntegrator(server, {
    brand: { lead_webhook: { url: crm.url(path) } },
    more: (slug) => ({
      dealers: [
        {
          ...place,
          dealer_code: codes.dallas,
          name: 'Dallas Marine',
          email: `${codes.dallas}@dealer.example`,
          postal_code: '75201',
          latitude: 32.78,
          longitude: -96.8,
          brands: [slug],
        },
        {
          ...place,
          dealer_code: codes.austin,
          name: 'Austin Marine',
          email: `${codes.austin}@dealer.example`,
          postal_code: '78701',
          latitude: 30.27,
          longitude: -97.74,
          brands: [slug],
        },
      ],
      territories: [{ brand: slug, country: 'US', postal_code: '98101', dealer_code: codes.dallas }],
    }),
  })
  return { path, codes, integrator }
}

const payloadAt = (path: string) => JSON.parse(crm.at(path).at(-1)!.raw.toString())
const mailsTo = (code: string) => mails.mails.filter(({ to }) => to.includes(`${code}@dealer.example`))

async function mailTo(code: string) {
  const deadline = Date.now() + 60_000
  while (mailsTo(code).length === 0 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 5))
  return mailsTo(code)[0]!
}

describe('send_to_dealer', () => {
  it('assigns the nearest dealer, sends it to the CRM, and notifies the dealer', async () => {
    const { path, codes, integrator } = await withDealers()
    const contact = {
      contact_email: 'ada@example.com',
      contact_zip_code: '78702',
      contact_country_code: 'us',
    }
    expect((await integrator.submitLead({ send_to_dealer: true, contact })).status).toBe(200)
    expect(payloadAt(path).dealer).toMatchObject({
      dealer_code: codes.austin,
      name: 'Austin Marine',
      match_type: 'distance',
      territory_match: false,
      distance_miles: expect.any(Number),
    })
    const mail = await mailTo(codes.austin)
    expect(mail.from).toBe('leads@builder.example')
    expect(mail.source).toMatch(/^Reply-To: ada@example\.com\r$/im)
    expect(mail.source).toMatch(/^Content-Type: application\/x-adf\+xml/im)
  })

  it('puts the territory first, however far it is', async () => {
    const { path, codes, integrator } = await withDealers()
    const contact = {
      contact_email: 'ada@example.com',
      contact_zip_code: '98101',
      contact_country_code: 'US',
    }
    await integrator.submitLead({ send_to_dealer: true, contact })
    expect(payloadAt(path).dealer).toMatchObject({ dealer_code: codes.dallas, match_type: 'territory' })
    expect(await mailTo(codes.dallas)).toBeDefined()
  })

  it('leaves a lead without a dealer when there is none', async () => {
    const { path, integrator } = await withDealers()
    for (const contact_zip_code of [undefined, '00000', 'nowhere', '96799']) {
      const contact = { contact_email: 'ada@example.com', contact_zip_code, contact_country_code: 'US' }
      expect((await integrator.submitLead({ send_to_dealer: true, contact })).status).toBe(200)
      expect(payloadAt(path)).not.toHaveProperty('dealer')
    }
  })
})

describe('contact_dealer', () => {
  it('assigns a dealer in any case, and notifies it only when requested', async () => {
    const { path, codes, integrator } = await withDealers()
    const contact = {
      contact_email: 'ada@example.com',
      contact_zip_code: '75201',
      contact_country_code: 'US',
    }
    await integrator.submitLead({ contact_category: 'contact_dealer', contact })
    expect(payloadAt(path).dealer).toMatchObject({ dealer_code: codes.dallas })
    await integrator.submitLead({ contact_category: 'contact_dealer', contact, send_to_dealer: true })
    expect((await mailTo(codes.dallas)).source).toContain('Message to your dealership')
    expect(mailsTo(codes.dallas)).toHaveLength(1)
  })

  it('is the only category that does so', async () => {
    const { path, integrator } = await withDealers()
    const contact = {
      contact_email: 'ada@example.com',
      contact_zip_code: '75201',
      contact_country_code: 'US',
    }
    await integrator.submitLead({ contact_category: 'request_quote', contact })
    expect(payloadAt(path)).not.toHaveProperty('dealer')
  })
})
