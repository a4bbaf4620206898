import type { DeliveryContext } from '../context.ts'
import { findDue, type Receiver } from '../queries/queue-queries.ts'
import { receiverKey } from './receiver-limits.ts'

/** Deliveries that one query reads: many times the slots, so that few reads serve a long queue. */
const PAGE_SIZE = 512
/** Milliseconds that a list is used, because other processes enqueue and claim too. */
const MAX_AGE_MS = 500
/** Milliseconds to wait if something is due but no receiver has a free slot. */
const NO_SLOT_MS = 50

type Listed = Receiver & { lane: string }

export interface Choice {
  /** Queues with due deliveries to receivers with free slots. Claiming checks each queue again. */
  queueKeys: string[]
  /** Whether they were just read from the database. */
  fresh: boolean
  /** If there are none: milliseconds until there may be some. */
  waitMs: number
}

/**
 * Caches due deliveries by receiver, so that one read of the outbox serves many claims. A read scans all deliveries to
 * receivers without free slots, which may be thousands.
 */
export function createLocalQueue(ctx: DeliveryContext) {
  const { receivers } = ctx
  const listed = new Map<string, Listed[]>()
  let staleAt = 0
  /** The receivers that the last read excluded, if it returned all other due deliveries. */
  let excluded: string[] = []

  /** Makes the next choice read the outbox. */
  function invalidate() {
    listed.clear()
    excluded = []
    staleAt = performance.now() + MAX_AGE_MS
  }

  /** Removes queues from the list, from each receiver in turn while it has free slots. */
  function pick(): string[] {
    const queueKeys: string[] = []
    for (let round = 0, before = -1; queueKeys.length > before; round++) {
      before = queueKeys.length
      for (const rows of listed.values()) {
        const [first] = rows
        if (first && receivers.hasSlot(first, { here: round, all: queueKeys.length }))
          queueKeys.push(rows.shift()!.lane)
      }
    }
    for (const [key, rows] of listed) if (rows.length === 0) listed.delete(key)
    return queueKeys
  }

  async function refresh(full: string[]): Promise<Choice> {
    const now = ctx.clock.now()
    const search = { kinds: [...ctx.handlers.keys()], excluded: full, before: now + ctx.pollMs * 1000 }
    const found = await findDue(ctx.db.read, search, PAGE_SIZE)
    const due = found.filter((row) => row.next_attempt_at <= now)
    excluded = found.length < PAGE_SIZE ? full : []
    const next = found[due.length]
    const nextMs = next ? (next.next_attempt_at - now) / 1000 : ctx.pollMs
    staleAt = Math.min(staleAt, performance.now() + nextMs)
    if (due.length === 0) return { queueKeys: [], fresh: true, waitMs: nextMs }
    const ordered = due.length > receivers.free() ? rotated(due) : due
    for (const [key, rows] of Map.groupBy(ordered, receiverKey)) listed.set(key, rows)
    return { queueKeys: pick(), fresh: true, waitMs: NO_SLOT_MS }
  }

  return {
    invalidate,
    /** Returns the queues to claim now. */
    async choose(): Promise<Choice> {
      if (performance.now() >= staleAt) invalidate()
      const queueKeys = pick()
      if (queueKeys.length > 0) return { queueKeys, fresh: false, waitMs: 0 }
      const full = receivers.full()
      const isExhausted = excluded.length > 0 && excluded.every((key) => full.includes(key))
      return isExhausted
        ? { queueKeys: [], fresh: false, waitMs: staleAt - performance.now() }
        : refresh(full)
    },
  }
}

/** Starts at a random row, so that processes choose different ones. */
function rotated<T>(rows: T[]): T[] {
  const offset = Math.floor(Math.random() * rows.length)
  return [...rows.slice(offset), ...rows.slice(0, offset)]
}
