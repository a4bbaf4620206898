import { expect, test } from 'vitest'
import { audited } from '../../../../test/support/audited.ts'
import { openPerTest } from '../../../../test/support/db.ts'
import { importedPoints } from '../imports/imported-points.ts'
import { readPostalFile } from '../imports/read-postal-file.ts'
import { listImportedCountries } from '../queries.ts'
import { importPostalCodes } from './import-postal-codes.ts'
import { removePostalCodes } from './remove-postal-codes.ts'

const database = openPerTest()

async function* file(country: string, codes: string[], latitude = 50) {
  for (const code of codes) yield `${country}\t${code}\tPlace\t\tX\t\t\t\t\t${latitude}\t10.5\t4`
}

const load = async (country: string, codes: string[], latitude = 50, dryRun = false) => {
  const table = await readPostalFile(file(country, codes, latitude), country)
  return importPostalCodes(audited(database.db), { file: table, dryRun })
}

const find = async (country: string, code: string) =>
  (await importedPoints(database.db).find(country, [code])).get(code) ?? null

test('imported codes are found, however they are spaced', async () => {
  expect(await load('SE', ['111 29', '111 30'])).toEqual({
    country: 'SE',
    lines: 2,
    codes: 2,
    skipped: 0,
    faulty: 0,
    issues: [],
    replaced: 0,
    written: true,
  })
  expect(await find('SE', '11129')).toEqual({ latitude: 50, longitude: 10.5 })
  expect(await find('SE', '111 30')).toEqual({ latitude: 50, longitude: 10.5 })
  expect(await find('SE', '99999')).toBeNull()
  expect(await find('NO', '11129')).toBeNull()
})

test('a complete code is found by its first part, the more precise one first', async () => {
  await load('GB', ['SW1A'], 51)
  expect((await find('GB', 'SW1A 1AA'))?.latitude).toBe(51)
  await load('GB', ['SW1A', 'SW1A 1AA', 'SW1A 2AA'].slice(0, 1), 51)
  async function* lines() {
    yield* file('GB', ['SW1A'], 51)
    yield* file('GB', ['SW1A 1AA'], 52)
  }
  await importPostalCodes(audited(database.db), { file: await readPostalFile(lines(), 'GB') })
  expect((await find('GB', 'SW1A 1AA'))?.latitude).toBe(52)
  expect((await find('GB', 'SW1A 2AA'))?.latitude).toBe(51)
})

test("a code is found with and without its country's letters", async () => {
  await load('LU', ['L-1009'])
  await load('AT', ['1010'])
  for (const code of ['L-1009', 'L1009', 'LU-1009', '1009'])
    expect(await find('LU', code), code).not.toBeNull()
  for (const code of ['A-1010', 'AT-1010', '1010']) expect(await find('AT', code), code).not.toBeNull()
  expect(await find('AT', 'D-1010')).toBeNull()
})

test('a second import replaces the first, of this country only', async () => {
  await load('DE', ['10117', '80331'])
  await load('AT', ['1010'])
  expect(await load('DE', ['10117', '20095'], 53)).toMatchObject({ codes: 2, replaced: 2 })
  expect((await find('DE', '10117'))?.latitude).toBe(53)
  expect(await find('DE', '80331')).toBeNull()
  expect(await find('AT', '1010')).not.toBeNull()
})

test('a dry run reports, what it would replace too, and writes nothing', async () => {
  const dry = (country: string) => load(country, ['10117'], 51, true)
  expect(await dry('DE')).toMatchObject({ codes: 1, replaced: 0, written: false })
  expect(await listImportedCountries(database.db.read)).toEqual([])
  await load('DE', ['10117', '80331'])
  await load('AT', ['1010'])
  expect(await dry('DE')).toMatchObject({ codes: 1, replaced: 2, written: false })
  expect((await find('DE', '10117'))?.latitude).toBe(50)
})

test('a file without a usable line changes nothing', async () => {
  await load('DE', ['10117'])
  await expect(load('DE', ['x'.repeat(30)])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(/Line 1: /),
  })
  await expect(readPostalFile(file('AT', ['1010']), 'DE')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  expect(await find('DE', '10117')).not.toBeNull()
})

test('tens of thousands of codes are imported completely, or not at all', async () => {
  const codes = Array.from({ length: 25_001 }, (_, i) => String(99_999 - i))
  expect(await load('DE', codes)).toMatchObject({ codes: 25_001 })
  const { count } = await database.db.read
    .selectFrom('postal_points')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(25_001)
  expect(await find('DE', '74999')).not.toBeNull()
})

test('the countries that have points are listed once each', async () => {
  for (const country of ['NO', 'AT', 'DE']) await load(country, ['1010', '1020', '1030'])
  expect(await listImportedCountries(database.db.read)).toEqual(['AT', 'DE', 'NO'])
})

test('a running server knows of an import and a removal by another process', async () => {
  const points = importedPoints(database.db)
  expect(await points.find('DE', ['10117'])).toEqual(new Map())
  expect(points.isEmpty('DE')).toBe(true)

  const other = await database.openAnother()
  await importPostalCodes(audited(other), { file: await readPostalFile(file('DE', ['10117']), 'DE') })
  await expect.poll(() => points.isEmpty('DE'), { timeout: 2_000, interval: 20 }).toBe(false)
  expect([...(await points.find('DE', ['10117'])).keys()]).toEqual(['10117'])
  await removePostalCodes(audited(other), { country: 'DE' })
  await other.close()
  await expect.poll(() => points.isEmpty('DE'), { timeout: 2_000, interval: 20 }).toBe(true)
  expect(await points.find('DE', ['10117'])).toEqual(new Map())
})
