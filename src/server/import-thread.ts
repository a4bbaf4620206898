import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { JobThread } from '../features/imports/module.ts'
import { AppError, type ErrorCode } from '../platform/errors.ts'
import type { ThreadMessage } from './import-worker.ts'

/** The thread ends after this time without a job: it holds postal codes and a connection to the database. */
const IDLE_MS = 10_000
/** A file of 64 MiB takes about a gigabyte while it is imported. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 2_048 }

/**
 * Returns the thread in which imports are checked and run, so that requests never wait for one. The first job starts
 * it. It has its own connection to the database.
 */
export function createImportThread(config: Config): JobThread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let ending: Promise<unknown> | undefined

  function start(): Worker {
    const started = new Worker(new URL('./import-worker.ts', import.meta.url), {
      workerData: config,
      resourceLimits: RESOURCE_LIMITS,
    })
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    // The listener of the job reports it.
    started.on('error', () => {})
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    ending = ended?.terminate() ?? ending
    await ending
  }

  return {
    async perform(job, onProgress) {
      clearTimeout(idle)
      await ending
      worker ??= start()
      const current = worker
      current.ref()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onMessage = (message: ThreadMessage) => {
        if ('progress' in message) onProgress(message.progress)
        else if (message.error) reject(toError(message.error))
        else resolve()
      }
      const onExit = () => reject(new Error('The thread of imports has ended.'))
      const onError = (error: Error) => reject(explain(error))
      current.on('message', onMessage).once('error', onError).once('exit', onExit)
      current.postMessage(job)
      try {
        await promise
      } finally {
        current.off('message', onMessage).off('error', onError).off('exit', onExit)
        current.unref()
        idle = setTimeout(end, IDLE_MS).unref()
      }
    },
    stop: end,
  }
}

function toError({
  message,
  code,
  isExpected,
}: {
  message: string
  code: unknown
  isExpected: boolean
}): Error {
  return isExpected ? new AppError(code as ErrorCode, message) : Object.assign(new Error(message), { code })
}

function explain(error: Error & { code?: unknown }): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new AppError('VALIDATION_ERROR', 'The file is too large for the memory of the server. Split it.')
}
