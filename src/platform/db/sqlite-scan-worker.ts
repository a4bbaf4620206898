/** The thread of `openScanner`. It answers one query after the other. */
import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { connectReader } from './sqlite-connect.ts'

export interface ScanQuestion {
  id: number
  sql: string
  parameters: unknown[]
}

export type ScanAnswer =
  | { id: number; rows: unknown[]; error?: undefined }
  | { id: number; rows?: undefined; error: { message: string; code: unknown } }

const connection = connectReader(workerData)
connection.pragma('query_only = ON')
// A thread that is stopped would not keep its compiled code.
flushCompileCache()

parentPort!.on('message', ({ id, sql, parameters }: ScanQuestion) => {
  parentPort!.postMessage(answer(id, sql, parameters))
})

function answer(id: number, sql: string, parameters: unknown[]): ScanAnswer {
  try {
    return { id, rows: connection.prepare(sql).all(...parameters) }
  } catch (error) {
    // A cloned error would lose its code.
    const { message, code } = error as { message: string; code?: unknown }
    return { id, error: { message, code } }
  }
}
