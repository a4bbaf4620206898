import { type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core'
import { afterAll, inject } from 'vitest'
import type { TestServer } from '../support/server.ts'

const browser = await chromium.connect(inject('chromium'))
afterAll(() => browser.close())

/** A page counts as loaded when no request has been under way for this long. */
const QUIET_MS = 150
const LOADING_LIMIT_MS = 20_000
const LOADING = '.loading, [aria-busy="true"]'
/** Resolves in the page when charts have been drawn anew and buttons have changed their colors. */
const COLORS_CHANGED = `(async () => {
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  await new Promise(requestIdleCallback)
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map((one) => one.finished))
})()`

/** Runs in the page, before its own scripts. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (violation) => {
  console.error('policy: ' + violation.violatedDirective + ' ' + violation.blockedURI + ' ' + violation.sample)
})`

/** The parts of a link that tests use. */
interface LinkElement {
  href: string
  textContent: string
}

export interface VisitorOptions {
  /** Signs in with these before the first page. */
  credentials?: { email: string; password: string }
  width?: number
  /** The name in the server's address, without which it is 127.0.0.1. `credentials` need that one. */
  host?: string
}

/** Opens the console in a browser profile of its own. Ends with the file. */
export async function openVisitor(server: TestServer, options: VisitorOptions = {}): Promise<Visitor> {
  const url = server.url.replace('127.0.0.1', options.host ?? '127.0.0.1')
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: { width: options.width ?? 1280, height: 800 },
  })
  afterAll(() => context.close())
  const visitor = new Visitor(url, context, await context.newPage())
  await visitor.listen()
  if (options.credentials) await visitor.signIn(options.credentials)
  return visitor
}

/** A person at the console. Records what must never happen. */
export class Visitor {
  readonly page: Page
  /** Requests to other servers, errors on the console, violations of the policy, answers above 400. */
  readonly complaints: string[] = []
  /** The bodies of all answers of `/admin/v1`. */
  readonly answers: { url: string; text: string }[] = []
  /** The server's, as the browser knows it. */
  readonly #url: string
  readonly #context: BrowserContext
  readonly #pending = new Set<Request>()

  constructor(url: string, context: BrowserContext, page: Page) {
    this.#url = url
    this.#context = context
    this.page = page
  }

  async listen(): Promise<void> {
    const { page } = this
    const complain = (text: string) => void this.complaints.push(`${this.path}: ${text}`)
    await this.#context.addInitScript({ content: REPORT_VIOLATIONS })
    this.#context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== this.#url)
        complain(`asks ${request.url()}`)
    })
    page.on('request', (request) => this.#pending.add(request))
    page.on('requestfinished', (request) => this.#pending.delete(request))
    page.on('requestfailed', (request) => this.#pending.delete(request))
    page.on('response', (response) => {
      const url = response.url().slice(this.#url.length)
      if (response.status() >= 400) complain(`${response.status()} for ${response.request().method()} ${url}`)
      if (!url.startsWith('/admin/v1/')) return
      response.text().then(
        (text) => this.answers.push({ url, text }),
        () => undefined,
      )
    })
    page.on('console', (message) => {
      // A refused request is reported with its status above.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complain(message.text())
    })
    page.on('pageerror', (error) => complain(String(error)))
    page.on('dialog', (dialog) => {
      complain(`shows the dialog "${dialog.message()}"`)
      void dialog.dismiss()
    })
  }

  get path(): string {
    return this.page.url().slice(this.#url.length)
  }

  /** Signs in without the form. */
  async signIn(credentials: { email: string; password: string }): Promise<void> {
    const answer = await this.#context.request.post('/admin/v1/session', {
      data: credentials,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`)
  }

  /** Opens a page of the console and waits until it is complete. */
  async open(path: string): Promise<void> {
    await this.page.goto(`/console${path}`)
    await this.settle()
  }

  /** Waits until the page has a heading and everything that it asked for, and shows nothing as loading. */
  async settle(): Promise<void> {
    await this.page.locator('h1').first().waitFor({ timeout: LOADING_LIMIT_MS })
    const deadline = Date.now() + LOADING_LIMIT_MS
    for (let quiet = Date.now(); Date.now() - quiet < QUIET_MS; ) {
      if (this.#pending.size > 0 || (await this.page.locator(LOADING).count()) > 0) quiet = Date.now()
      if (Date.now() > deadline)
        throw new Error(`${this.path} still waits for ${[...this.#pending].map((one) => one.url())}`)
      await this.page.waitForTimeout(30)
    }
  }

  /** Changes the theme, and waits until the last color has changed. */
  async setTheme(colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme })
    await this.page.evaluate(COLORS_CHANGED)
  }

  /** Opens the first page. Returns the navigation's links, below `/console`. */
  async navigation(): Promise<{ name: string; path: string }[]> {
    await this.open('/')
    const links = await this.#links(this.page.getByRole('navigation').getByRole('link'))
    return links.map(({ name, href }) => ({ name, path: pathOf(href) }))
  }

  /** The pages below the present one that it links to. */
  async pagesBelow(): Promise<string[]> {
    const here = `${pathOf(this.page.url())}/`
    const links = await this.#links(this.page.locator('main a[href]'))
    return links.map(({ href }) => pathOf(href)).filter((path) => path.startsWith(here))
  }

  #links(links: Locator): Promise<{ name: string; href: string }[]> {
    return links.evaluateAll((all) =>
      (all as unknown as LinkElement[]).map(({ textContent, href }) => ({ name: textContent.trim(), href })),
    )
  }
}

/**
 * Opens pages of the navigation, and what these link to below themselves: of records that have the same kind of address,
 * the first. Returns the paths.
 */
export async function forEachPage(
  visitor: Visitor,
  entries: readonly { name: string; path: string }[],
  look: (name: string | undefined) => Promise<void>,
): Promise<string[]> {
  const visited = new Map<string, string>()
  const visit = async (path: string, name?: string) => {
    // Records differ by an id, a HIN or an e-mail address.
    const kind = path.replace(/[^/]*[\d@%][^/]*/g, '*')
    if (visited.has(kind)) return
    visited.set(kind, path)
    await visitor.open(path)
    await look(name)
    for (const below of await visitor.pagesBelow()) await visit(below)
  }
  for (const { name, path } of entries) await visit(path, name)
  return [...visited.values()]
}

/** Returns an address's path below `/console`. */
function pathOf(address: string): string {
  return new URL(address).pathname.replace(/^\/console/, '')
}
