import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { pino } from 'pino'
import type { Static } from 'typebox'
import { openTestDatabase } from '../../../test/support/db.ts'
import { keepOutput } from '../../../test/support/output.ts'
import { systemClock } from '../../platform/clock.ts'
import { createBrandCache } from '../brands/index.ts'
import { createDeliveries } from '../deliveries/module.ts'
import { registerWarrantyCommands } from './cli/cli.ts'
import type { WarrantyContext } from './context.ts'
import { createWarrantyIn } from './operations/create-warranty.ts'
import { transferWarrantyIn } from './operations/transfer-warranty.ts'
import type { Registration } from './records/registration.ts'
import type { TransferBody } from './schemas.ts'

const CRM = JSON.stringify({ type: 'webhook', url: 'https://crm.example.com/' })

/** A database with two brands (`tide` has a CRM), a folder, and the commands on them. */
export async function makeWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'transom-warranties-'))
  const database = await openTestDatabase()
  const { db } = database
  const clock = systemClock
  await db.write((trx) =>
    trx
      .insertInto('brands')
      .values([
        { id: 1, slug: 'harbor-craft', name: 'Harbor Craft', updated_at: 0 },
        { id: 2, slug: 'tide', name: 'Tide', warranty_crm: CRM, updated_at: 0 },
      ])
      .execute(),
  )
  const log = pino({ level: 'silent' })
  const ctx: WarrantyContext = {
    db,
    clock,
    principal: { kind: 'shell', name: 'tester' },
    brands: createBrandCache(db),
    deliveries: createDeliveries({ db, clock, log, retryScale: 1 }),
  }
  const asUser = { ...ctx, principal: userPrincipal([1, 2]) }
  let files = 0

  return {
    db,
    ctx,
    folder,
    /** Where the files of an embedded database are. */
    databaseFolder: database.env.DATA_DIR,
    async drop() {
      await database.drop()
      rmSync(folder, { recursive: true })
    },
    /** Writes a file of these lines, or of this text. */
    file(content: string | readonly string[], ending = 'csv'): string {
      const path = join(folder, `file-${++files}.${ending}`)
      writeFileSync(path, typeof content === 'string' ? content : `${content.join('\n')}\n`)
      return path
    },
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** Registers a warranty; `fields` replace those of a valid body. */
    async register(fields: Partial<Registration> = {}) {
      const registration = { ...registrationBody(), ...fields }
      const brands = await ctx.brands.getFresh()
      const created = await db.write((trx) => createWarrantyIn(asUser, trx, { brands, registration }))
      return created.warranty
    },
    /** Transfers a warranty; the transaction stays open until `last` is over. */
    async transfer(
      hin: string,
      transfer: Static<typeof TransferBody>,
      last: () => Promise<unknown> = async () => undefined,
    ) {
      const brands = await ctx.brands.getFresh()
      return db.write(async (trx) => {
        const input = { brands, selector: { hin }, transfer }
        const { warranty: record } = await transferWarrantyIn(asUser, trx, input)
        await last()
        return record
      })
    },
    /** Runs a command in this process. */
    async run(...words: string[]) {
      const { kept, output } = keepOutput()
      const program = new Command().exitOverride().configureOutput({ writeErr() {} })
      registerWarrantyCommands(program, (work) => work(ctx), output)
      await program.parseAsync(['warranties', ...words], { from: 'user' })
      return kept
    },
  }
}

/** Returns a user who holds these brands and may do everything. */
export function userPrincipal(brands: number[]) {
  return { kind: 'user' as const, id: 1, permissions: new Set(PERMISSIONS), brands: new Set(brands) }
}

export type World = Awaited<ReturnType<typeof makeWorld>>

const PERMISSIONS = ['list', 'create', 'read', 'update', 'transfer', 'history', 'retry_sync'].map(
  (name) => `warranty:${name}`,
)

let hins = 0

export function registrationBody(): Registration {
  return {
    brand_id: 1,
    hin: `HIN${String(++hins).padStart(9, '0')}`,
    model: 'Tidewater 24',
    model_year: '2025',
    registration_date: '2025-03-01',
    contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' },
  }
}
