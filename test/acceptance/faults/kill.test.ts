import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeIntegrator, newHin } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'
import { runSql } from '../behind.ts'

const WRITERS = 6

const server = await startFileServer({ ownProcess: true, env: { SHUTDOWN_GRACE_MS: '0' } })
const ada = await makeIntegrator(server)
/** The embedded database's files are the killed process's own; PostgreSQL only loses connections. */
const CYCLES = server.database.dialect === 'sqlite' ? 20 : 10

/** What a client was told: the HIN of a create, and whether a transfer of it came through. */
interface Acknowledged {
  hin: string
  transferred: boolean
}

const nextOwner = { first_name: 'Bo', last_name: 'Lake', phone: '1', zipcode: '75067' }

/** Creates warranties and transfers each, until the server is gone. */
async function write(acknowledged: Acknowledged[]): Promise<void> {
  try {
    for (;;) {
      const hin = newHin()
      const created = await ada.register({ hin })
      if (created.status !== 201) continue
      const entry = { hin, transferred: false }
      acknowledged.push(entry)
      const body = { contact: nextOwner, registration_date: '2025-06-01' }
      const { status } = await ada.call('POST', `/warranty/${hin}/transfer`, { body })
      entry.transferred = status === 200
    }
  } catch {
    // The connection broke: what was under way may have happened or not.
  }
}

test(`over ${CYCLES} kills during writes, everything acknowledged is stored once and completely`, {
  timeout: 300_000,
}, async () => {
  const acknowledged: Acknowledged[] = []
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const enough = acknowledged.length + 1 + Math.floor(Math.random() * 20)
    const writers = Array.from({ length: WRITERS }, () => write(acknowledged))
    while (acknowledged.length < enough) await sleep(1)
    await server.kill('SIGKILL')
    await Promise.all(writers)
    await server.start()
  }

  const owners = await runSql(
    server,
    `SELECT w.hin, count(*) AS owners, count(o.transfer_date) AS former
      FROM warranties w LEFT JOIN ownerships o ON o.warranty_id = w.id GROUP BY w.id, w.hin`,
  )
  const stored = new Map<unknown, { owners: number; former: number }[]>()
  for (const { hin, owners: all, former } of owners) {
    stored.set(hin, [...(stored.get(hin) ?? []), { owners: Number(all), former: Number(former) }])
  }
  expect(acknowledged.length).toBeGreaterThan(CYCLES)
  expect(acknowledged.filter(({ hin }) => stored.get(hin)?.length !== 1)).toEqual([])
  expect(
    acknowledged.filter(({ hin, transferred }) => transferred && stored.get(hin)?.[0]?.owners !== 2),
  ).toEqual([])
  // Acknowledged or not: every warranty has one present owner, and the totals agree.
  expect(owners.filter((row) => Number(row.owners) - Number(row.former) !== 1)).toEqual([])
  const { pagination } = (await ada.call('GET', '/warranty')).body.meta
  expect(pagination.total).toBe(owners.length)
  const { hin } = acknowledged.find(({ transferred }) => transferred)!
  expect((await ada.call('GET', `/warranty/${hin}/history`)).body.data.history).toMatchObject([
    { first_name: 'Ada', transfer_date: '2025-06-01' },
    { first_name: 'Bo', transfer_date: null },
  ])
})
