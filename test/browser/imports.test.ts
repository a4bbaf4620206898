import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()

/** Rows with column names that nobody knows, and a row that can't be imported. */
const FILE = [
  'Nr;Firma;Ort;PLZ;Land;Umsatz',
  'KI-1;Bootshaus Kiel;Kiel;24103;DE;100',
  'KI-2;Förde Marine;Flensburg;24937;DE;200',
  'KI-3;;Lübeck;23552;DE;300',
].join('\n')

/** Runs in the page: returns what is dropped. */
const droppedFile = `(() => {
  const dropped = new DataTransfer()
  dropped.items.add(new File([${JSON.stringify(`${FILE}\n`)}], 'dealers.csv', { type: 'text/csv' }))
  return dropped
})()`

test('a file is dropped, a column mapped, the effect shown, the valid rows imported and the rejected ones downloaded', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('brand_manager') })
  const { page } = visitor
  await visitor.open('/imports')
  await page.getByRole('link', { name: 'Upload a file' }).click()
  const dataTransfer = await page.evaluateHandle(droppedFile)
  await page.locator('.file-field').dispatchEvent('drop', { dataTransfer })
  await page.getByRole('status').filter({ hasText: 'dealers.csv' }).waitFor()
  // Recognized by its name; the others are not.
  await expect.poll(() => page.getByLabel('PLZ').inputValue()).toBe('postal_code')
  await page.getByText('No column has Name or Dealer code or Transom ID.').waitFor()
  expect(await inspect(visitor)).toEqual([])
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await page.getByRole('alert').filter({ hasText: 'A column is missing' }).waitFor()
  for (const [column, field] of [
    ['Nr', 'Dealer code'],
    ['Firma', 'Name'],
    ['Ort', 'City'],
    ['Land', 'Country'],
  ] as const) {
    await page.getByLabel(column).selectOption(field)
  }
  await page.getByRole('button', { name: 'Upload and check' }).click()

  await page.getByText('Nothing has changed yet.').waitFor()
  expect(await countsOf()).toEqual({ Create: 2, Update: 0, 'Leave unchanged': 0, Remove: 0, Reject: 1 })
  await page.getByText('Name is missing.').waitFor()
  expect(await dealersOf('KI-1')).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download rejected rows' }).click(),
  ])
  expect(await text(await download.createReadStream())).toMatch(
    /4;Name is missing\.;KI-3;;Lübeck;23552;DE;300/,
  )

  await page.getByRole('link', { name: 'Commit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This creates 2 records, updates 0 records and removes 0 records.').waitFor()
  await dialog.getByRole('button', { name: 'Commit without rejected rows' }).click()
  await page.getByText('Done', { exact: true }).waitFor()
  await page.getByText('Created', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Open dealers' }).waitFor()
  expect(await dealersOf('KI-1')).toEqual(['Bootshaus Kiel'])
  expect(visitor.complaints).toEqual([])

  async function countsOf() {
    const texts = (await page.locator('.import-counts > div').allInnerTexts()).map((text) => text.split('\n'))
    return Object.fromEntries(texts.map(([name, count]) => [name, Number(count)]))
  }

  async function dealersOf(code: string): Promise<string[]> {
    const found = await page.request.get(`/admin/v1/dealers?q=${code}`)
    return (await found.json()).data.map(({ name }: { name: string }) => name)
  }
})

test('where the stream of the progress ends early, the page asks', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('brand_manager') })
  const { page } = visitor
  await page.route('**/imports/*/events', (route) => route.abort())
  await visitor.open('/imports/new?kind=territories')
  await page.getByLabel('CSV file').setInputFiles({
    name: 'territories.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('zip,dealer\n99901,nobody\n'),
  })
  await expect.poll(() => page.getByLabel('dealer', { exact: true }).inputValue()).toBe('dealer_code')
  await page.getByRole('button', { name: 'Upload and check' }).click()
  await page.getByText('There is no dealer "nobody".').waitFor()
  await page.getByText('Reject', { exact: true }).waitFor()
  await page.getByText('Every row is rejected').waitFor()
  expect(await page.getByRole('link', { name: 'Commit' }).count()).toBe(0)
})
