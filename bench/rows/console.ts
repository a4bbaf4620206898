import { loadavg } from 'node:os'
import { chromium, type Page } from 'playwright-core'
import { chromiumOptions } from '../../test/browser/chromium.ts'
import { type Bench, environment } from '../bench.ts'
import { measureTasks, observeTasks } from '../console-visit.ts'
import { atMost, type Line } from '../report.ts'
import { apply, seed } from '../seed.ts'
import { startTransom } from '../servers.ts'
import { BRANDS, dealersAndTerritories, PASSWORD } from '../world.ts'

const LISTED = 100_000
const ON_MAP = 20_000
/** Milliseconds. */
const LONGEST = 200
/** Browsers report no shorter tasks. */
const SHORTEST_REPORTED = 50
/** A page is complete when nothing was asked for this long. */
const QUIET_MS = 1_500

const EMAIL = 'console@example.com'

/** Works in the console with many dealers, and measures how long the page was busy in one go. */
export async function consoleTasks(bench: Bench): Promise<Line[]> {
  const database = await bench.databases.create()
  const [listed, mapped] = BRANDS
  const { dealers, dealer_groups } = dealersAndTerritories(LISTED, 0)
  const every = LISTED / ON_MAP
  await seed(database, async (db) => {
    const user = { email: EMAIL, password: PASSWORD, role: 'administrator', all_brands: true }
    await apply(db, { api_users: [user] })
    await apply(db, {
      dealer_groups,
      dealers: dealers.map((dealer, index) =>
        index % every === 0 ? { ...dealer, brands: [listed, mapped] } : dealer,
      ),
    })
  })
  await using server = await startTransom({ env: environment(database) })
  const baseURL = `http://127.0.0.1:${server.port}`
  await waitForConsole(baseURL)
  const browser = await chromium.launch(chromiumOptions())
  try {
    const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 800 } })
    await signIn(page, baseURL)
    await observeTasks(page)
    const map = page.locator('.map')
    const steps: [string, () => Promise<unknown>][] = [
      [
        `${LISTED.toLocaleString('en')} dealers as a list`,
        () => page.goto(`/console/dealers?brand=${listed}`),
      ],
      ['search', () => page.getByLabel('Search', { exact: true }).fill('point marine 77')],
      [
        `${ON_MAP.toLocaleString('en')} dealers on the map`,
        async () => {
          await page.goto(`/console/dealers?brand=${mapped}&view=map`)
          await page.getByText(`${ON_MAP.toLocaleString('en')} dealers on the map`).waitFor()
          await map.locator('.map-cluster').first().waitFor()
        },
      ],
      ['zoom in', () => map.locator('.leaflet-control-zoom-in').click()],
      ['zoom in again', () => map.locator('.leaflet-control-zoom-in').click()],
      ['drag', () => drag(page)],
      ['search on the map', () => page.getByLabel('Search', { exact: true }).fill('marine 77')],
      ['back to the list', () => page.getByRole('link', { name: 'Table' }).click()],
      [
        `${LISTED.toLocaleString('en')} dealers on the map`,
        async () => {
          await page.goto(`/console/dealers?brand=${listed}&view=map`)
          await page.getByText(`${LISTED.toLocaleString('en')} dealers on the map`).waitFor()
          await map.locator('.map-cluster').first().waitFor()
        },
      ],
    ]
    const lines: Line[] = []
    for (const [name, act] of steps) {
      const { wall, processor } = await measureTasks(page, async () => {
        await act()
        await page.waitForLoadState('networkidle')
        await page.waitForTimeout(QUIET_MS)
      })
      const load = loadavg()[0]!.toFixed(1)
      lines.push({
        subject: `${name}: the longest task (processor time ${Math.round(processor)} ms, load ${load})`,
        check:
          wall === 0
            ? { text: `under ${SHORTEST_REPORTED} milliseconds (at most ${LONGEST})`, met: true }
            : atMost(wall, LONGEST, 'milliseconds'),
      })
    }
    return lines
  } finally {
    await browser.close()
  }
}

/** The server builds the console once it is ready. */
async function waitForConsole(baseURL: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${baseURL}/console/config.json`)
    const { build } = (await answer.json()) as { build: string | null }
    if (build !== null) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function signIn(page: Page, baseURL: string): Promise<void> {
  const answer = await page.request.post(`${baseURL}/admin/v1/session`, {
    data: { email: EMAIL, password: PASSWORD },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`)
}

async function drag(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.locator('.map').boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 - 300, y + height / 2 - 60, { steps: 10 })
  await page.mouse.up()
}
