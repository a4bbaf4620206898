import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestDatabase } from '../../test/support/databases.ts'
import type { Server } from '../servers.ts'
import { grows, trendOf } from './trend.ts'

/** The watched figures, and how much each may grow over all samples. Sizes are in MB (10^6 bytes). */
export const WATCHED = {
  memory: { title: 'own MB', bound: (median: number) => Math.max(15, median * 0.08) },
  heap: { title: 'heap MB', bound: (median: number) => Math.max(15, median * 0.25) },
  descriptors: { title: 'files', bound: () => 8 },
  pool: { title: 'pool', bound: () => 2 },
  lag: { title: 'lag ms', bound: () => 100 },
  wal: { title: 'WAL MB', bound: () => 32 },
  waiting: { title: 'waiting', bound: () => 500 },
}

type Figure = keyof typeof WATCHED
export type Sample = Record<Figure, number>

/** Reads a server's memory, metrics, size of the write-ahead log and database connections. */
export async function sample(server: Server, { env }: TestDatabase): Promise<Sample> {
  const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const read = (series: string) =>
    Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1) ?? 0,
    )
  return {
    memory: server.ownMemoryMb(),
    heap: read('nodejs_heap_size_used_bytes') / 1e6,
    descriptors: read('process_open_fds'),
    pool: env.DATABASE_URL ? await connectionsTo(env.DATABASE_URL) : 0,
    lag: read('nodejs_eventloop_lag_p99_seconds') * 1e3,
    wal: env.DATABASE_URL ? 0 : sizeOf(join(env.DATA_DIR, 'transom.db-wal')) / 1e6,
    waiting: read('transom_deliveries{status="pending"}'),
  }
}

/** Describes how each figure moved, and decides whether it has grown. */
export function judge(samples: readonly Sample[]): { text: string; hasGrown: boolean }[] {
  return Object.entries(WATCHED).map(([figure, { title, bound }]) => {
    const trend = trendOf(samples.map((one) => one[figure as Figure]))
    const limit = bound(trend.median)
    const hasGrown = grows(trend, limit)
    const verdict = hasGrown ? 'GROWS' : 'flat'
    const words = `median ${show(trend.median)}, growth ${show(trend.growth)} (surely ${show(trend.certain)}; at most ${show(limit)})`
    return { text: `${title.padEnd(8)} ${verdict.padEnd(6)} ${words}`, hasGrown }
  })
}

export function show(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1)
}

async function connectionsTo(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const count = `SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'transom'`
  const { rows } = await client.query(count)
  await client.end()
  return Number(rows[0].count)
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0
}
