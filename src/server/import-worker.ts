/** The thread of `createImportThread`. It does one job after the other. */
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { createBrandCache } from '../features/brands/index.ts'
import { createDeliveries } from '../features/deliveries/module.ts'
import { type Job, performJob } from '../features/imports/worker/module.ts'
import { createPostalCodes, type PostalCodes } from '../features/postal-codes/index.ts'
import { systemClock as clock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/open.ts'
import { AppError } from '../platform/errors.ts'
import { createLogger } from '../platform/log.ts'

export type ThreadMessage =
  | { progress: { done: number; total: number } }
  | { done: true; error?: { message: string; code: unknown; isExpected: boolean } }

/** Messages about progress come no faster than this. */
const PROGRESS_MS = 100

const config = workerData as Config
const log = createLogger({ level: 'silent' })
// No time limit: an import may take long. One transaction, and reads beside it.
const where = { ...config, DATABASE_POOL_SIZE: 2 }
const db = await openDatabase(where, { statementTimeoutMs: 0, onError() {}, absent: 'refuse' })
let postalCodes: Promise<PostalCodes> | undefined
const ctx = {
  db,
  clock,
  brands: createBrandCache(db),
  deliveries: createDeliveries({ db, clock, log, retryScale: config.DELIVERY_RETRY_SCALE }),
  places() {
    postalCodes ??= createPostalCodes({ db, config, clock, onError() {} })
    return postalCodes
  },
}

// A thread that is stopped would not keep its compiled code.
flushCompileCache()
parentPort!.on('message', async (job: Job) => {
  post(await perform(job))
})

async function perform(job: Job): Promise<ThreadMessage> {
  let sentAt = 0
  try {
    await performJob(ctx, job, (progress) => {
      const now = performance.now()
      if (now - sentAt < PROGRESS_MS) return
      sentAt = now
      post({ progress })
    })
    return { done: true }
  } catch (error) {
    // A cloned error would lose its code.
    const { message, code } = error as { message: string; code?: unknown }
    return { done: true, error: { message, code, isExpected: error instanceof AppError } }
  }
}

function post(message: ThreadMessage): void {
  parentPort!.postMessage(message)
}
