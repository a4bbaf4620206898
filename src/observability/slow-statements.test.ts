import { expect, test, vi } from 'vitest'
import { createLogger } from '../platform/log.ts'
import { watchStatements } from './slow-statements.ts'

/** Returns the log lines for statements of these durations, with a limit of 100 ms. */
function logged(...times: number[]): Record<string, unknown>[] {
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } })
  const watch = watchStatements(log, { slowMs: 100 })
  for (const ms of times) watch?.({ sql: `select ${ms}`, ms })
  return lines.map((line) => JSON.parse(line))
}

test('slow statements are logged with their text and time, quick ones are not', () => {
  expect(logged(99.9, 100, 1_234.5)).toEqual([
    expect.objectContaining({ level: 'warn', msg: 'slow query', sql: 'select 100', ms: 100 }),
    expect.objectContaining({ sql: 'select 1234.5', ms: 1_235 }),
  ])
})

test('every statement is passed on', () => {
  const onStatement = vi.fn()
  const log = createLogger({ level: 'silent' })
  watchStatements(log, { slowMs: 100, onStatement })?.({ sql: 'select 1', ms: 1 })
  expect(onStatement).toHaveBeenCalledWith({ sql: 'select 1', ms: 1 })
})

test('without a limit and a listener, statements are not measured', () => {
  expect(watchStatements(createLogger({ level: 'silent' }), { slowMs: 0 })).toBeUndefined()
})
