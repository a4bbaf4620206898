import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createQueryId, type RootOperationNode } from 'kysely'
import type { Trx } from '../../src/platform/db/db.ts'
import type { OpenTestDatabase } from './db.ts'

/** Returns SQLite's query plans for the queries of `work`, a line a step. */
export async function planOf(
  { db, env }: OpenTestDatabase,
  work: (trx: Trx) => Promise<unknown>,
): Promise<string> {
  const nodes: RootOperationNode[] = []
  const { compiled } = await db.write(async (trx) => {
    const watched = trx.withPlugin({
      transformQuery: ({ node }) => {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await work(watched as Trx)
    return { compiled: nodes.map((node) => trx.getExecutor().compileQuery(node, createQueryId())) }
  })
  const other = new Sqlite(join(env.DATA_DIR, 'transom.db'), { readonly: true })
  const steps = compiled.flatMap(({ sql, parameters }) =>
    other.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters.map(() => null)),
  )
  other.close()
  return (steps as { detail: string }[]).map(({ detail }) => detail).join('\n')
}
