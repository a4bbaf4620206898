import { AbortedTransactionError, CompiledQuery, type ConnectionProvider, type Dialect, Kysely } from 'kysely'
import type { Trx } from './db.ts'
import type { Schema } from './schema.ts'

/**
 * Sends a transaction's statements as they come: BEGIN ahead of the first, and statements that don't wait for one
 * another's results without pause. (Kysely's own transactions wait for each result.)
 *
 * Gains: the worker sends twice as many deliveries (0.57 of the baseline instead of 0.28), and leads take a fifth less
 * processor time. Gives up: a statement behind a failed BEGIN still reaches the server, so connections must refuse
 * writes outside of transactions (`default_transaction_read_only`). Where they can't, `waits` sends BEGIN alone.
 */
export function createTransactions(kysely: Kysely<Schema>, dialect: Dialect, { waits }: { waits: boolean }) {
  const executor = kysely.getExecutor()
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }

  /** Runs `work` in a transaction, which is rolled back unless `commit` is called. */
  return <T>(work: (trx: Trx, commit: () => Promise<void>) => Promise<T>): Promise<T> =>
    executor.provideConnection(async (connection) => {
      let over = false
      const run = (statement: string) =>
        connection.executeQuery<{ command: string }>(CompiledQuery.raw(statement))
      const own: ConnectionProvider = {
        async provideConnection(consumer) {
          // Another caller may use the connection by now.
          if (over) throw new Error('The transaction is over.')
          return consumer(connection)
        },
      }
      const trx = new Kysely<Schema>({ ...props, executor: executor.withConnectionProvider(own) })
      let notBegun: unknown
      // After waiting for a lock, it must read the newest commits, whatever the server's default is.
      const begun = run('begin isolation level read committed read write')
      begun.catch((error) => {
        notBegun = error
      })
      try {
        if (waits) await begun
        return await work(trx as Trx, async () => {
          over = true
          const [, { rows }] = await Promise.all([begun, run('commit')])
          if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError()
        })
      } catch (error) {
        over = true
        await run('rollback')
        // Statements behind a failed BEGIN fail for the same reason but may not report it, for example with a silent
        // server.
        throw notBegun ?? error
      }
    })
}
