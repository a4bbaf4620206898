import { isDeepStrictEqual } from 'node:util'
import type { Trx } from '../../../platform/db/db.ts'
import { Conflict } from '../../../platform/errors.ts'
import { parseCsv } from '../../../platform/imports/csv-file.ts'
import { failedBecause } from '../claim-job.ts'
import type { Progress } from '../context.ts'
import { deleteFiles, readFile, writeFile } from '../files.ts'
import type { Job } from '../job.ts'
import * as queries from '../queries.ts'
import { type ImportFile, importFile, type PerformContext } from './import-file.ts'
import { type Outcome, toOutcome } from './outcome.ts'

export type { PerformContext } from './import-file.ts'

/**
 * Checks an import, or runs it in one transaction together with the change of its state. Does nothing once another
 * process has claimed it.
 * @throws AppError for a file that cannot be imported
 */
export async function performJob(
  ctx: PerformContext,
  job: Job,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const row = await queries.findImport(ctx.db.read, job.id)
  if (row?.lease_token !== job.leaseToken) return
  const bytes = await readAll(ctx, job.id)
  const table = await parseCsv('The file', bytes)
  const total = table.rows.length
  let done = 0
  const report = (rows: number) => {
    done = Math.min(Math.max(done, rows), total)
    onProgress({ done, total })
  }
  report(0)
  const file: ImportFile = { row, table, onProgress: report }
  if (job.phase === 'check') await check(ctx, job, file)
  else await run(ctx, job, file)
}

async function readAll({ db }: PerformContext, id: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of readFile(db.read, { id, file: 'upload' })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function check(ctx: PerformContext, job: Job, file: ImportFile): Promise<void> {
  const outcome = toOutcome(file.table, await importFile(ctx, file, { dryRun: true }))
  // An interrupted check may have left some.
  await deleteFiles(ctx.db, job.id, ['invalid'])
  await ctx.db.write(async (trx) => {
    const now = ctx.clock.now()
    await settle(trx, job, outcome, { state: 'ready', checked_at: now, updated_at: now })
    await writeFile(trx, { id: job.id, file: 'invalid' }, outcome.invalidRows)
  })
}

async function run(ctx: PerformContext, job: Job, file: ImportFile): Promise<void> {
  const before = JSON.parse(file.row.summary!)
  const changedSince = (outcome: Outcome) => !isDeepStrictEqual(before, outcome.summary)
  const report = await importFile(ctx, file, {
    dryRun: false,
    async onWritten(trx, written) {
      const outcome = toOutcome(file.table, written)
      const now = ctx.clock.now()
      const changes = { state: 'done', updated_at: now, finished_at: now } as const
      await settleAgain(trx, job, outcome, { ...changes, summary_changed: changedSince(outcome) })
    },
  })
  if (report.written) return deleteFiles(ctx.db, job.id, ['upload'])
  // Between the check and the run, something else was changed.
  const outcome = toOutcome(file.table, report)
  const reason =
    'Since the check, rows have become invalid, so nothing was imported. Commit it again and skip them to import the others.'
  await ctx.db.write((trx) =>
    settleAgain(trx, job, outcome, {
      ...failedBecause(reason, ctx.clock.now()),
      summary_changed: changedSince(outcome),
    }),
  )
}

/** Stores the result of a run, and the invalid rows if they are others than those of the check. */
async function settleAgain(
  trx: Trx,
  job: Job,
  outcome: Outcome,
  changes: Parameters<typeof queries.updateImport>[2],
): Promise<void> {
  const before = (await queries.findImport(trx, job.id))!.errors
  await settle(trx, job, outcome, changes)
  if (before === JSON.stringify(outcome.errors)) return
  await queries.deleteChunks(trx, { id: job.id, files: ['invalid'], most: 1_000_000 })
  await writeFile(trx, { id: job.id, file: 'invalid' }, outcome.invalidRows)
}

/** @throws Conflict (CONFLICT) if another process has claimed it: then its transaction is rolled back */
async function settle(
  trx: Trx,
  job: Job,
  { summary, errors, warnings, ignored, rows }: Outcome,
  changes: Parameters<typeof queries.updateImport>[2],
): Promise<void> {
  const isOwn = await queries.updateImport(trx, job, {
    summary: JSON.stringify(summary),
    errors: JSON.stringify(errors),
    warnings: JSON.stringify(warnings),
    ignored_columns: JSON.stringify(ignored),
    done: rows,
    total: rows,
    lease_token: null,
    lease_until: null,
    ...changes,
  })
  if (!isOwn) throw new Conflict('CONFLICT', 'Another process has claimed this import.')
}
