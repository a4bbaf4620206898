import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/db.ts'
import fc from '../../test/support/fast-check.ts'
import { mayMention, personMatcher } from './person-matcher.ts'

const { db, drop } = await openTestDatabase()
afterAll(drop)

const AROUND = ['', ' ', '"', '\\n', '\\u003c', '%3D', '%253d', '..', '_', '--', '.au', 'x', '联系', 'é']

/** Ways in which people write a letter, and ways in which programs write other characters. */
const PLAIN = [(letter: string) => letter, (letter: string) => letter.toUpperCase()]
const OTHERS = [
  ...PLAIN,
  (letter: string) => letter.normalize('NFD'),
  (letter: string) => encodeURIComponent(letter),
  (letter: string) => encodeURIComponent(encodeURIComponent(letter)).toLowerCase(),
  (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
]

test.each(['Ada.Rivers@example.com', 'ik+boat@kiel.example', 'josé_b@exämple.com', '田中@例え.jp'])(
  'the database finds every row that mentions %s',
  async (address) => {
    const mention = personMatcher(address)
    const spelled = Array.from(address, (letter) => {
      const ways = /[a-z0-9.-]/i.test(letter) ? PLAIN : OTHERS
      return fc.constantFrom(...ways.map((way) => way(letter)))
    })
    const around = fc.constantFrom(...AROUND)
    const texts = fc.sample(fc.tuple(around, ...spelled, around), 500).map((parts) => parts.join(''))
    const mentioning = texts.filter(mention.isIn)
    expect(mentioning.length).toBeGreaterThan(100)

    const answer = {
      fingerprint: 'f',
      status: 200,
      content_type: null,
      headers: '{}',
      body: Buffer.alloc(0),
      created_at: 1,
    }
    const rows = texts.map((text, row) => ({ caller: `${address} ${row}`, key: text, ...answer }))
    await db.write((trx) => trx.insertInto('idempotency_keys').values(rows).execute())
    const found = await db.read
      .selectFrom('idempotency_keys')
      .select('key')
      .where('caller', 'like', `${address} %`)
      .where(mayMention(['headers', 'key'], mention))
      .execute()
    const keys = new Set(found.map(({ key }) => key))
    expect(mentioning.filter((text) => !keys.has(text))).toEqual([])
  },
)
