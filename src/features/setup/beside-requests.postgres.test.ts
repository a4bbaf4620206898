import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { audited } from '../../../test/support/audited.ts'
import { openTestDatabase } from '../../../test/support/db.ts'
import { saveBrands } from '../brands/index.ts'
import { apply } from './apply.test-support.ts'

test('records of a brand can be stored while the brand is changed', async () => {
  const { db, drop, openAnother } = await openTestDatabase()
  const other = await openAnother()
  const file = { brands: [{ slug: 'a', name: 'A' }], api_tokens: [{ name: 'website' }] }
  const { brands, api_tokens } = await apply(db, file)
  const [brand_id, token_id] = [brands[0]!.id, api_tokens[0]!.id]
  let stored: Promise<unknown> | undefined
  const isStored = await db.write(async (trx) => {
    await saveBrands(audited(db), trx, [{ slug: 'a', name: 'B' }])
    stored = other.write((trx) => trx.insertInto('api_token_brands').values({ brand_id, token_id }).execute())
    return Promise.race([stored.then(() => true), sleep(5_000, false)])
  })
  await stored
  expect(isStored).toBe(true)
  await other.close()
  await drop()
})
