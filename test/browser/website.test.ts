import { chromium, type Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { startWebsite } from '../../src/cli/demo/website.ts'
import { makeAdministrator } from '../support/administrator.ts'
import { newHin } from '../support/integrator.ts'
import { axeFor } from './inspect.ts'
import { startDemoServer } from './world.ts'

const browser = await chromium.connect(inject('chromium'))
afterAll(() => browser.close())
const server = await startDemoServer()
const website = await startWebsite(server.url)
afterAll(() => website.close())
const admin = await makeAdministrator(server)

/** Opens a page of the made-up website. Its policy allows scripts and requests of the server alone. */
async function open(
  path: string,
  { width = 1280, javaScriptEnabled = true, locale = 'en-US' } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    javaScriptEnabled,
    locale,
    reducedMotion: 'reduce',
    viewport: { width, height: 800 },
  })
  afterAll(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // A refused request is reported with its status below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (![server.url, website.url].includes(origin)) complaints.push(`asks ${request.url()}`)
  })
  await page.goto(website.url + path)
  return { page, complaints }
}

/** Runs in the page. */
declare function getComputedStyle(element: unknown): { letterSpacing: string; fontWeight: string }

const thanks = (page: Page) => page.getByText('Thank you').waitFor({ timeout: 60_000 })

test.each([
  ['/', '.leaflet-marker-icon'],
  ['/contact', 'transom-lead-form button'],
  ['/register', 'transom-warranty-registration button'],
])('the element on %s is accessible in both themes and fits a phone', async (path, loaded) => {
  const { page, complaints } = await open(path)
  await page.locator(loaded).first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await axeFor(page, colorScheme).analyze()
    expect(
      violations.map(({ id, nodes }) => `${colorScheme} ${id} ${nodes.map((node) => node.html)}`),
    ).toEqual([])
  }
  await page.setViewportSize({ width: 360, height: 740 })
  expect(
    await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
  ).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})

test('dealers are found and asked for a quote by keyboard alone', async () => {
  const { page, complaints } = await open('/')
  await page.getByText('dealers found').waitFor()
  await page.getByLabel('ZIP or postal code').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('78701')
  await page.keyboard.press('Enter')
  const first = page.locator('.dealer').first()
  await first.getByRole('heading', { name: 'Austin' }).waitFor()
  await first.getByRole('button', { name: 'Request a quote' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Austin').waitFor()
  await dialog.getByLabel('Email', { exact: true }).fill('keys@example.com')
  await page.keyboard.press('Enter')
  await thanks(page)
  const { body } = await admin.call('GET', '/leads?q=keys@example.com')
  expect(body.data).toMatchObject([{ dealer: { name: expect.stringContaining('Austin') } }])
  expect(complaints).toEqual([])
})

test('a double click sends one lead, and events tell the page', async () => {
  const { page } = await open('/contact')
  await page.evaluate(
    `document.addEventListener('transom:submitted', ({ detail }) => { window.submitted = detail })`,
  )
  await page.getByLabel('Email', { exact: true }).fill('twice@example.com')
  await page.getByLabel('ZIP or postal code').fill('75067')
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await thanks(page)
  expect((await admin.call('GET', '/leads?q=twice@example.com')).body.data).toHaveLength(1)
  // The pretend CRM's answer has no id: the server's header has.
  expect(await page.evaluate('window.submitted')).toEqual({ form: 'lead', lead_id: expect.any(Number) })
})

test('an owner registers a boat: problems are shown beside the fields, the year comes from the HIN', async () => {
  const { page } = await open('/register')
  const hin = `${newHin().slice(0, 10)}26`
  const register = page.getByRole('button', { name: 'Register' })
  await register.click()
  await page.getByText('Without your consent').waitFor()
  await page.getByLabel('Hull identification').fill(hin.toLowerCase())
  await page.getByLabel('Model', { exact: true }).fill('Bay 23')
  expect(await page.getByLabel('Model year').inputValue()).toBe('2026')
  await page.getByLabel('Date of purchase').fill('2026-05-01')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Rivers')
  await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
  await page.getByLabel('ZIP or postal code').fill('75067')
  await page.getByLabel('City').focus()
  await page.getByLabel('Bought from').selectOption({ index: 1 })
  await page.getByLabel(/^I agree/).check()
  await register.click()
  await thanks(page)
  const { body } = await admin.call('GET', `/registrations?q=${hin}`)
  expect(body.data).toMatchObject([{ hin, dealer_code: expect.stringContaining('-') }])
})

test('without scripts, a link leads to a page that stores the lead', async () => {
  const { page } = await open('/contact', { javaScriptEnabled: false, width: 360 })
  await page.getByRole('link', { name: 'Send us a message' }).click()
  await page.getByLabel('Email', { exact: true }).fill('plain@example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await thanks(page)
  expect((await admin.call('GET', '/leads?q=plain@example.com')).body.data).toHaveLength(1)
})

test('the elements speak four languages', async () => {
  const headings = []
  for (const locale of ['en-US', 'fr-CA', 'de-DE', 'es-MX']) {
    const { page } = await open('/register', { locale })
    // The page says that it is in English, which comes before the browser's language.
    await page.evaluate(
      'document.querySelector("transom-warranty-registration").setAttribute("locale", navigator.language)',
    )
    await page.locator(`[lang=${locale.slice(0, 2)}] h2`).waitFor()
    headings.push(await page.getByRole('heading', { level: 2 }).textContent())
  }
  expect(headings).toEqual([
    'Register your boat',
    'Enregistrer votre bateau',
    'Boot registrieren',
    'Registrar su barco',
  ])
})

test('errors of the locator are in its language, can be styled, and leave no dealers of another place', async () => {
  const { page } = await open('/', { locale: 'de-DE' })
  await page.getByText('dealers found').waitFor()
  await page.evaluate(`(() => {
    const element = document.querySelector('transom-dealer-locator')
    element.addEventListener('transom:error', ({ detail }) => { window.failed = detail })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('::part(error) { font-weight: 900 } ::part(button) { letter-spacing: 3px }')
    document.adoptedStyleSheets = [sheet]
    element.setAttribute('locale', 'de')
  })()`)
  await page.getByText('Händler gefunden').waitFor()
  await page.getByRole('button', { name: 'Angebot anfordern' }).first().click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Senden', 'Schließen']) {
    expect(
      await dialog.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).letterSpacing),
    ).toBe('3px')
  }
  await page.keyboard.press('Escape')
  for (const code of ['1', '00000']) {
    await page.getByLabel('Postleitzahl').fill(code)
    await page.keyboard.press('Enter')
    const error = page.getByText('Wir kennen diese Postleitzahl nicht.')
    await error.waitFor()
    expect(await error.evaluate((element) => getComputedStyle(element).fontWeight)).toBe('900')
    expect(await page.locator('.results').isVisible()).toBe(false)
  }
  expect(await page.evaluate('window.failed')).toMatchObject({
    status: 404,
    message: expect.stringContaining('00000'),
  })
})

test.each([
  ['radius="75" units="miles"', '100 mi'],
  ['radius="50" units="km"', '80 km'],
])('a locator with %s looks within %s', async (attributes, shown) => {
  const { page } = await open('/')
  await page.getByText('dealers found').waitFor()
  await page.evaluate(
    `document.querySelector('main').innerHTML = document.querySelector('main').innerHTML.replace('countries=', '${attributes} countries=')`,
  )
  const radius = page.getByLabel('Within')
  await radius.waitFor()
  expect(await radius.locator('option:checked').textContent()).toBe(shown)
  await page.getByLabel('Country').selectOption('Germany')
  expect(await radius.isVisible()).toBe(false)
})

test('the script has at most 30 KB, compressed, and every website may load it', async () => {
  const answer = await fetch(`${server.url}/widgets/v1/transom.js`, {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(Number(answer.headers.get('content-length'))).toBeLessThan(30_000)
})
