import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audited } from '../../../test/support/audited.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { keepOutput } from '../../../test/support/output.ts'
import { AppError } from '../../platform/errors.ts'
import { ACTIONS } from './actions.ts'
import { NO_FIELDS } from './changes.ts'
import { registerAuditCommands } from './cli.ts'
import { toLine } from './describe-entry.ts'
import { type AuditEntry, recordAudit } from './record-audit.ts'

const hour = (hour: number) => Date.UTC(2026, 10, 21, hour) * 1_000
const ADA = { kind: 'shell', name: 'ada' } as const
const DMS = { kind: 'user', id: 7 } as const
const change = { before: { warranty_status: 'active', unit_id: null }, after: { warranty_status: 'voided' } }

/** In the order of their ids, which is not that of time, because clocks are changed. */
const ENTRIES: AuditEntry[] = [
  entry(1, DMS, 'warranty.registered', { id: 3, name: 'HCX12345D526' }, 1, {
    before: null,
    after: { a: '' },
  }),
  entry(4, DMS, 'warranty.updated', { id: 3, name: 'HCX12345D526' }, 1, change),
  entry(3, { kind: 'user', id: 8 }, 'warranty.updated', { id: 5, name: 'HCX12345D526' }, 2, change),
  entry(5, ADA, 'user.updated', { id: 7, name: null }, null, {
    before: { brands: [1] },
    after: { password: 'changed', brands: [1, 2] },
  }),
  entry(6, { ...ADA, name: 'bo' }, 'territory.removed', { id: null, name: 'US 75067' }, 1, {
    before: { dealer_id: 15 },
    after: null,
  }),
  entry(7, { kind: 'system' }, 'warranty.expired', { id: 3, name: 'HCX12345D526' }, 1, NO_FIELDS),
  entry(8, { kind: 'token', id: 4 }, 'brand.updated', { id: 2, name: 'north\nwind' }, 2, NO_FIELDS),
  entry(2, { kind: 'user', id: 8 }, 'token.updated', { id: 4, name: null }, null, {
    before: { active: true },
    after: { active: false },
  }),
]

function entry(
  at: number,
  principal: AuditEntry['principal'],
  action: AuditEntry['action'],
  subject: AuditEntry['subject'],
  brandId: number | null,
  made: AuditEntry['change'],
): AuditEntry {
  return { at: hour(at), principal, action, subject, brandId, change: made }
}

let database: OpenTestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.write((trx) => recordAudit(trx, ENTRIES))
})
afterAll(() => database.drop())

async function run(...words: string[]) {
  const { kept, output } = keepOutput()
  const program = new Command().exitOverride().configureOutput({ writeErr() {} })
  registerAuditCommands(
    program,
    (work) =>
      work({
        ...audited(database.db),
        clock: { now: () => hour(9) },
        references: {
          brand: async (reference) => (reference === 'harbor-craft' ? 1 : 2),
          user: async () => 7,
          token: async () => 4,
          warranties: async () => [3, 5],
        },
        names: async () => ({
          brands: new Map([[1, 'harbor-craft']]),
          users: new Map([[7, 'dms@example.com']]),
          tokens: new Map([[4, 'website']]),
        }),
      }),
    output,
  )
  await program.parseAsync(['audit', 'list', ...words], { from: 'user' })
  return kept
}

/** Returns the hours of the listed entries. */
async function hours(...words: string[]): Promise<number[]> {
  const { printed } = await run(...words, '--json')
  const { entries } = JSON.parse(printed.join('\n')) as { entries: { at: string }[] }
  return entries.map(({ at }) => new Date(at).getUTCHours())
}

test('each entry is a line, the newest first', async () => {
  const { printed, noted } = await run()
  expect(noted).toEqual([])
  expect(printed).toEqual([
    '2026-11-21T08:00:00Z  token website  brand.updated  north wind',
    '2026-11-21T07:00:00Z  system  warranty.expired  HCX12345D526 (harbor-craft)',
    '2026-11-21T06:00:00Z  shell bo  territory.removed  US 75067 (harbor-craft): dealer_id 15 → -',
    '2026-11-21T05:00:00Z  shell ada  user.updated  dms@example.com: password changed, brands [1] → [1 2]',
    '2026-11-21T04:00:00Z  user dms@example.com  warranty.updated  HCX12345D526 (harbor-craft): warranty_status active → voided',
    '2026-11-21T03:00:00Z  user 8  warranty.updated  HCX12345D526 (brand 2): warranty_status active → voided',
    '2026-11-21T02:00:00Z  user 8  token.updated  website: active true → false',
    '2026-11-21T01:00:00Z  user dms@example.com  warranty.registered  HCX12345D526 (harbor-craft): a -',
  ])
})

test('an entry without a subject has its fields after the action', () => {
  const line = toLine({
    id: 1,
    at: '2026-11-21T05:00:00.000000Z',
    actor: { kind: 'shell', id: null, name: 'ada' },
    action: 'person.erased',
    subject: { kind: 'person', id: null, name: null },
    brand_id: null,
    brand: null,
    before: null,
    after: { owners: 1 },
  })
  expect(line).toMatch(/^2026-11-21T05:00:00Z {2}shell ada {2}person\.erased: owners 1/)
})

test('--json has everything', async () => {
  const { printed } = await run('--actor', 'shell:ada', '--json')
  expect(JSON.parse(printed.join('\n'))).toEqual({
    entries: [
      {
        id: 4,
        at: '2026-11-21T05:00:00.000000Z',
        actor: { kind: 'shell', id: null, name: 'ada' },
        action: 'user.updated',
        subject: { kind: 'user', id: 7, name: 'dms@example.com' },
        brand_id: null,
        brand: null,
        before: { brands: [1] },
        after: { password: 'changed', brands: [1, 2] },
      },
    ],
  })
})

test.each([
  [[8, 7, 6, 5, 4, 3, 2, 1], []],
  [
    [6, 5],
    ['--actor', 'administrator'],
  ],
  [[6], ['--actor', 'shell:bo']],
  [
    [4, 1],
    ['--actor', 'user:dms@example.com'],
  ],
  [[8], ['--actor', 'token:website']],
  [[2], ['--subject', 'token:website']],
  [[7], ['--actor', 'system']],
  [
    [4, 3],
    ['--action', 'warranty.updated'],
  ],
  [
    [7, 4, 3, 1],
    ['--action', 'warranty'],
  ],
  [
    [7, 4, 3, 1],
    ['--subject', 'warranty'],
  ],
  [
    [4, 3],
    ['--subject', 'warranty', '--action', 'warranty.updated'],
  ],
  [
    [7, 4, 3, 1],
    ['--hin', 'hcx12345d526'],
  ],
  [
    [7, 4, 1],
    ['--hin', 'hcx12345d526', '--brand', 'harbor-craft'],
  ],
  [[6], ['--subject', 'territory:US 75067']],
  [
    [8, 3],
    ['--brand', 'northwind'],
  ],
  [
    [8, 7, 6],
    ['--since', '3h'],
  ],
  [
    [4, 3, 2, 1],
    ['--until', '2026-11-21T05:00Z'],
  ],
  [
    [6, 5],
    ['--since', '2026-11-21T05:00Z', '--until', '2026-11-21T07:00Z'],
  ],
  [
    [8, 7],
    ['--limit', '2'],
  ],
] as [number[], string[]][])('%j are listed with %j', async (expected, words) => {
  expect(await hours(...words)).toEqual(expected)
})

test('an empty list and a list that may be longer are reported', async () => {
  expect((await run('--actor', 'shell:nobody')).noted).toEqual(['There are no changes to show.'])
  expect((await run('--limit', '2')).noted).toEqual(['These are the newest 2. --limit shows more.'])
})

test.each([
  ['--limit', '0'],
  ['--limit', 'all'],
  ['--actor', 'nobody'],
  ['--since', 'then'],
])('%s %s is refused', async (...words) => {
  await expect(run(...words)).rejects.toSatisfy(
    (error) => error instanceof AppError || (error as { exitCode?: number }).exitCode === 1,
  )
})

test('the page on operations lists every action', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const listed = [...page.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name)
  expect(listed).toEqual(expect.arrayContaining([...ACTIONS]))
})
