import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AdminApi } from '../admin-api/index.ts'
import type { JobThread } from './job.ts'
import { addCommitImport } from './routes/commit-import.ts'
import { addCreateImport } from './routes/create-import.ts'
import { addInvalidRows } from './routes/invalid-rows.ts'
import { addListImports } from './routes/list-imports.ts'
import { addReadColumns } from './routes/read-columns.ts'
import type { ImportServices } from './routes/services.ts'
import { addShowImport } from './routes/show-import.ts'
import { addWatchImport } from './routes/watch-import.ts'
import { createRunner } from './runner.ts'

interface Parts {
  db: Db
  clock: Clock
  log: Logger
  thread: JobThread
  onDone(): void
}

/** Imports of files over HTTP: endpoints, and the work in the background. */
export interface Imports {
  addRoutes(api: AdminApi): void
  start(): void
  stop(): Promise<void>
}

export function createImports(parts: Parts): Imports {
  const runner = createRunner(parts)
  const services: ImportServices = { progressOf: runner.progressOf, wake: runner.wake }
  return {
    addRoutes(api) {
      addListImports(api, services)
      addShowImport(api, services)
      addReadColumns(api, parts)
      addCreateImport(api, parts, services)
      addCommitImport(api, services)
      addInvalidRows(api, services)
      addWatchImport(api, services)
    },
    start: runner.start,
    stop: runner.stop,
  }
}

export type { JobThread } from './job.ts'
