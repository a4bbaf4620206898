import { describe, expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { makeIntegrator, newHin } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'

const ORIGIN = 'https://www.harbor.example'
const SCOPES = ['dealer-locator', 'lead-submission', 'warranty-registration']

const server = await startFileServer()

/** A brand with two dealers and a publishable key. */
async function makeWebsite({ scopes = SCOPES, brand = {} }: { scopes?: string[]; brand?: object } = {}) {
  const key = `pk_${newHin()}-for-the-pages-of-a-test`
  const integrator = await makeIntegrator(server, {
    brand: { consent_texts: { en: 'As our privacy policy says.' }, ...brand },
    more: (slug) => ({
      dealers: ['Near', 'Nearer'].map((name, i) => ({
        dealer_code: `${slug}-${i}`,
        name: `${name} & Sons`,
        address: '1 Pier',
        city: 'Lewisville',
        state: 'TX',
        postal_code: '75067',
        country: 'USA',
        latitude: 33.1 - i / 20,
        longitude: -97,
        website: 'javascript:alert(1)',
        brands: [slug],
      })),
      api_tokens: [
        { name: slug, brands: [slug], scopes },
        { name: key, token: key, kind: 'publishable', brands: [slug], scopes, origins: [ORIGIN] },
      ],
    }),
  })
  const { slug } = integrator.brand
  const staff = await makeAdministrator(server, { role: 'brand_manager', brands: [slug] })
  const page = (path: string, init: RequestInit = {}) => fetch(`${server.url}/embed/${key}/${path}`, init)
  return {
    slug,
    staff,
    page,
    ask: (path: string, headers: Record<string, string> = {}) =>
      server.send('GET', `/widgets/v1/${path}`, {
        headers: { 'x-api-token': key, origin: ORIGIN, ...headers },
      }),
    /** Opens a form and returns what sends it. */
    async open(path: string) {
      const html = await (await page(path)).text()
      const form = /name="form" value="([^"]*)"/.exec(html)![1]!
      return (fields: Record<string, string>) =>
        page(path, { method: 'POST', body: new URLSearchParams({ form, ...fields }) })
    },
    leads: async () => (await staff.call('GET', '/leads')).body.data,
    registrations: async () => (await staff.call('GET', '/registrations')).body.data,
  }
}

const LEAD = {
  contact_category: 'request_quote',
  'contact.contact_email': 'pat@example.com',
  'contact.contact_zip_code': '75067',
  'contact.contact_country_code': 'US',
  'contact.contact_email_optin': 'true',
}

describe('a widget learns', () => {
  test('what its key is for', async () => {
    const { slug, ask } = await makeWebsite({ scopes: ['dealer-locator'], brand: { challenge: false } })
    const { body, headers } = await ask('settings')
    expect(body).toEqual({
      brand: { slug, name: `Brand ${slug}` },
      scopes: ['dealer-locator'],
      challenge: false,
      consent_texts: { en: 'As our privacy policy says.' },
    })
    expect(headers['access-control-allow-origin']).toBe(ORIGIN)
    expect((await ask('settings', { origin: 'https://other.example' })).status).toBe(401)
  })

  test.each([
    ['latitude=33.05&longitude=-97', 200, { country: 'US', postal_code: expect.stringMatching(/^7\d{4}$/) }],
    ['latitude=43.65&longitude=-79.38', 200, { country: 'CA', postal_code: expect.stringMatching(/^M5/) }],
    ['latitude=53.5&longitude=10', 404, { error: expect.stringContaining('100 miles') }],
    ['latitude=91&longitude=10', 400, { error: expect.stringContaining('Latitude') }],
    ['longitude=10', 400, { error: expect.stringContaining('Latitude') }],
  ])('the postal code at %s', async (query, status, body) => {
    const { ask } = await makeWebsite()
    expect(await ask(`postal-code?${query}`)).toMatchObject({ status, body })
  })
})

describe('a page without scripts', () => {
  test('lists dealers, and may be framed by the pages of the key alone', async () => {
    const { page } = await makeWebsite()
    const answer = await page('locator?postal_code=75067&country=US&units=km')
    const html = await answer.text()
    expect(html).toContain('2 dealers found')
    expect(html).toContain('Nearer &amp; Sons')
    expect(html.indexOf('Nearer')).toBeLessThan(html.indexOf('Near &amp;'))
    expect(html).not.toMatch(/<script|javascript:/)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain(`frame-ancestors ${ORIGIN}`)
    expect(policy).not.toContain('unsafe')
  })

  test.each([
    ['locator?postal_code=1&country=US', 400],
    ['locator?postal_code=00000&country=US', 404],
    ['locator?postal_code=75067&country=Texas', 400],
  ])('says what is wrong at %s', async (path, status) => {
    const { page } = await makeWebsite()
    const answer = await page(path)
    expect(answer.status).toBe(status)
    expect(await answer.text()).toContain('role="alert"')
  })

  test('speaks the language of its address, or else of the browser', async () => {
    const { page } = await makeWebsite()
    const textOf = async (path: string, language: string) =>
      (await page(path, { headers: { 'accept-language': language } })).text()
    expect(await textOf('lead', 'de-DE,de;q=0.9')).toContain('<html lang="de">')
    expect(await textOf('lead?locale=fr', 'de')).toContain('Nous contacter')
    expect(await textOf('lead', 'ja')).toContain('Contact us')
  })

  test.each([
    ['en', 'Fill in this field.', 'Without your consent', 'Enter an email address'],
    ['fr', 'Remplissez ce champ.', 'Sans votre accord', 'Saisissez une adresse'],
    ['de', 'Füllen Sie dieses Feld aus.', 'Ohne Ihr Einverständnis', 'Geben Sie eine E-Mail-Adresse'],
    ['es', 'Rellene este campo.', 'Sin su consentimiento', 'Escriba una dirección'],
  ])('says in the language %s what is wrong with a form', async (locale, required, consent, email) => {
    const { open, page } = await makeWebsite()
    const send = await open(`registration?locale=${locale}`)
    const html = await (await send({ 'contact.email': 'pat', hin: 'short' })).text()
    for (const text of [required, consent, email]) expect(html).toContain(text)
    expect(html).not.toMatch(/is required|must be|alphanumeric/)
    const unknown = await (await page(`locator?locale=${locale}&country=US&postal_code=1`)).text()
    expect(unknown).not.toContain('Invalid US postal code')
  })

  test('keeps the countries on the way to the form, and shows no distance from an unknown place', async () => {
    const { slug, staff, page } = await makeWebsite()
    const dealer = { name: 'Elbe', postal_code: '20457', country: 'DE', latitude: 53.5, longitude: 10 }
    await staff.call('POST', '/dealers', { body: { ...dealer, dealer_code: `${slug}-de`, brands: [slug] } })
    const html = await (await page('locator?countries=US,DE&country=DE&postal_code=99999')).text()
    expect(html).toContain('Elbe')
    expect(html).not.toContain('class="distance"')
    const link = /href="(lead\?[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')
    expect(await (await page(link)).text()).toContain('<option value="DE" selected>Germany</option>')
    const none = await (await page('locator?countries=NZ&postal_code=1010')).text()
    expect(none).toContain('No dealer was found near 1010.</p>')
    expect(none).not.toContain('name="radius"')
    // A country of the address alone can be chosen, too.
    expect(await (await page('lead?country=DE')).text()).toContain('<option value="DE" selected>')
  })

  test('stores a lead once, however often its form is sent', async () => {
    const { open, leads } = await makeWebsite()
    const send = await open('lead')
    const answers = await Promise.all([send(LEAD), send(LEAD), send(LEAD)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const answer of answers) expect(await answer.text()).toContain('Thank you')
    expect(await leads()).toMatchObject([
      {
        lead: {
          contact: { contact_source: 'website', contact_email_optin: true, contact_phone_optin: false },
          custom_fields: { locale: 'en', consent_text: 'As our privacy policy says.' },
        },
      },
    ])
  })

  test('gives a lead to the dealer that the prospect chose', async () => {
    const { staff, open, leads } = await makeWebsite()
    const dealers = (await staff.call('GET', '/dealers')).body.data
    const far = dealers.find(({ name }: { name: string }) => name === 'Near & Sons')
    await (await open(`lead?dealer_id=${far.id}`))(LEAD)
    await (await open('lead?dealer_id=999999999'))({ ...LEAD, 'contact.contact_email': 'jo@example.com' })
    const given = (await leads()).map(({ dealer }: { dealer: { name: string } }) => dealer.name)
    expect(given).toEqual(['Nearer & Sons', 'Near & Sons'])
  })

  test.each<[string, Record<string, string>]>([
    ['without the time of its form', { form: '' }],
    ['with a forged time', { form: `1790000000000000.${'A'.repeat(22)}.${'A'.repeat(43)}` }],
    ['with the field that people do not see', { website_url: 'https://spam.example' }],
    ['without an address', { 'contact.contact_email': '' }],
    ['with a wrong address', { 'contact.contact_email': 'pat' }],
  ])('refuses a lead %s, and shows the form again', async (_, fields) => {
    const { open, leads } = await makeWebsite()
    const answer = await (await open('lead'))({ ...LEAD, 'contact.contact_last_name': '"><b>', ...fields })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('role="alert"')
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;"')
    expect(await leads()).toEqual([])
  })

  test("takes an owner's registration, after showing the dealers near its postal code", async () => {
    const { slug, open, registrations } = await makeWebsite()
    const send = await open('registration')
    const fields = {
      hin: newHin(),
      model: 'Bay 23',
      model_year: '2026',
      purchase_date: '2026-05-01',
      'contact.first_name': 'Ada',
      'contact.last_name': 'Rivers',
      'contact.email': 'ada@example.com',
      'contact.zipcode': '75067',
      'contact.country_code': 'US',
      consent: 'true',
    }
    const asked = await send({ ...fields, find: '1' })
    const html = await asked.text()
    expect(html).toContain(`<option value="${slug}-1">Nearer &amp; Sons, Lewisville</option>`)
    expect(html).toContain('value="Rivers"')
    expect((await send({ ...fields, consent: '' })).status).toBe(422)
    const done = await send({ ...fields, dealer_code: `${slug}-1` })
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('Number: ')])
    const twice = await send({ ...fields, dealer_code: `${slug}-1` })
    expect(await twice.text()).toContain('We have received your registration.')
    expect(await registrations()).toMatchObject([{ hin: fields.hin, state: 'received' }])
  })

  test.each(['locator', 'lead', 'registration'])('is not there for another key: %s', async (name) => {
    const { page } = await makeWebsite({ scopes: SCOPES.filter((scope) => !scope.includes(name)) })
    expect((await page(name)).status).toBe(404)
    expect((await fetch(`${server.url}/embed/pk_unknown/${name}`)).status).toBe(404)
  })
})
