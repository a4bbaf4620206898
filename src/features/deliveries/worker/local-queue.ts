import type { DeliveryContext } from '../context.ts'
import { findDue, type Receiver } from '../queries/queue-queries.ts'
import { receiverKey } from './receiver-limits.ts'

/** Deliveries that one look lists at most: many times the places, so that few looks serve a long backlog. */
const LISTED = 512
/** Others enqueue and claim too: a list holds for so long, unless news come before. */
const HOLDS_MS = 500
/** After a look at what turned out to have no place. */
const LOOK_AGAIN_MS = 50

type Listed = Receiver & { lane: string }

export interface Choice {
  /** Queues with something due to receivers that have places. Whoever claims there looks at each of them again. */
  queueKeys: string[]
  /** Whether they were looked up right now. */
  fresh: boolean
  /** Milliseconds until there may be something to choose, where there is nothing. */
  waitMs: number
}

/**
 * Knows what is due, by receiver, from one look at the outbox for many claims: a look passes over all that is owed to
 * receivers without a place, which may be thousands.
 */
export function createLocalQueue(ctx: DeliveryContext) {
  const { receivers } = ctx
  const listed = new Map<string, Listed[]>()
  let staleAt = 0
  /** The receivers that were left out of a look which listed all the rest. */
  let leftOut: string[] = []

  /** Something is new, or somebody else is at work: the next choice begins with a look. */
  function forget() {
    listed.clear()
    leftOut = []
    staleAt = performance.now() + HOLDS_MS
  }

  /** Takes from each receiver in turn, as many as have places. */
  function take(): string[] {
    const queueKeys: string[] = []
    for (let round = 0, before = -1; queueKeys.length > before; round++) {
      before = queueKeys.length
      for (const rows of listed.values()) {
        const [first] = rows
        if (first && receivers.hasPlace(first, { here: round, all: queueKeys.length }))
          queueKeys.push(rows.shift()!.lane)
      }
    }
    for (const [key, rows] of listed) if (rows.length === 0) listed.delete(key)
    return queueKeys
  }

  async function look(full: string[]): Promise<Choice> {
    const now = ctx.clock.now()
    const search = { kinds: [...ctx.handlers.keys()], leftOut: full, before: now + ctx.pollMs * 1000 }
    const found = await findDue(ctx.db.read, search, LISTED)
    const due = found.filter((row) => row.next_attempt_at <= now)
    leftOut = found.length < LISTED ? full : []
    const next = found[due.length]
    const nextMs = next ? (next.next_attempt_at - now) / 1000 : ctx.pollMs
    staleAt = Math.min(staleAt, performance.now() + nextMs)
    if (due.length === 0) return { queueKeys: [], fresh: true, waitMs: nextMs }
    const inOurOrder = due.length > receivers.free() ? shuffled(due) : due
    for (const [key, rows] of Map.groupBy(inOurOrder, receiverKey)) listed.set(key, rows)
    return { queueKeys: take(), fresh: true, waitMs: LOOK_AGAIN_MS }
  }

  return {
    forget,
    /** What may be claimed now. */
    async choose(): Promise<Choice> {
      if (performance.now() >= staleAt) forget()
      const queueKeys = take()
      if (queueKeys.length > 0) return { queueKeys, fresh: false, waitMs: 0 }
      const full = receivers.full()
      const nothingNew = leftOut.length > 0 && leftOut.every((key) => full.includes(key))
      return nothingNew ? { queueKeys: [], fresh: false, waitMs: staleAt - performance.now() } : look(full)
    },
  }
}

/** In an order that others do not have. */
function shuffled<T>(rows: T[]): T[] {
  const offset = Math.floor(Math.random() * rows.length)
  return [...rows.slice(offset), ...rows.slice(0, offset)]
}
