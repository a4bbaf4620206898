import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outcome } from '../delivery.ts'
import type { Receiver } from '../queries/queue-queries.ts'
import { createReceiverLimits } from './receiver-limits.ts'

const crm = { kind: 'warranty_sync', brand_id: 1 } as const
const other = { kind: 'warranty_sync', brand_id: 2 } as const
const crmOf = (brand_id: number): Receiver => ({ kind: 'warranty_sync', brand_id })
const sender = { kind: crm.kind, brandId: crm.brand_id }
const ok: Outcome = { ok: true }
const down: Outcome = { ok: false, final: false, error: 'down' }
const refused: Outcome = { ok: false, final: true, status: 410, error: 'gone' }
const notAsked: Outcome = { ok: false, final: true, error: 'no address' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const learn = (receivers: ReturnType<typeof createReceiverLimits>, outcome: Outcome, times = 1) => {
  for (let time = 0; time < times; time++) receivers.learn(sender, outcome)
}

/** Returns the number of free slots of a receiver. */
function placesFor(receivers: ReturnType<typeof createReceiverLimits>, target: Receiver): number {
  let places = 0
  while (receivers.hasSlot(target, { here: places, all: places })) places++
  return places
}

/** Takes all slots that a receiver gets. */
function fill(receivers: ReturnType<typeof createReceiverLimits>, target: Receiver): number {
  let places = 0
  for (; receivers.hasSlot(target); places++) receivers.acquire(target)
  return places
}

describe('slots', () => {
  it('are 64, 16 of them for one receiver', () => {
    const receivers = createReceiverLimits(1)
    learn(receivers, ok)
    expect(fill(receivers, crm)).toBe(16)
    expect([receivers.free(), placesFor(receivers, crm)]).toEqual([48, 0])
    expect(receivers.full()).toEqual(['warranty_sync:1'])
    receivers.release(crm)
    expect(receivers.full()).toEqual([])
  })

  it('are 16 for each of three responsive receivers', () => {
    const receivers = createReceiverLimits(1)
    const crms = [1, 2, 3].map(crmOf)
    for (const one of crms) receivers.learn({ kind: one.kind, brandId: one.brand_id }, ok)
    expect(crms.map((one) => fill(receivers, one))).toEqual([16, 16, 16])
  })

  it.each([1, 4, 20, 200])('are left to others by %i receivers that hang', (count) => {
    const receivers = createReceiverLimits(1)
    learn(receivers, ok)
    for (let brandId = 2; brandId < 2 + count; brandId++) fill(receivers, crmOf(brandId))
    expect(receivers.free()).toBeGreaterThanOrEqual(16)
    expect(placesFor(receivers, crm)).toBeGreaterThanOrEqual(8)
  })

  it('are left to an unknown receiver by receivers that hang after they answered', () => {
    const receivers = createReceiverLimits(1)
    for (const brandId of [2, 3, 4, 5]) receivers.learn({ kind: crm.kind, brandId }, ok)
    learn(receivers, ok)
    for (const brandId of [2, 3, 4, 5]) fill(receivers, crmOf(brandId))
    expect(placesFor(receivers, crm)).toBeGreaterThanOrEqual(4)
    const others = createReceiverLimits(1)
    for (const brandId of [2, 3, 4, 5, 6, 7]) fill(others, crmOf(brandId))
    expect(placesFor(others, crm)).toBeGreaterThanOrEqual(1)
  })

  it('are fewer for a receiver that has not answered running sends for two seconds', () => {
    const receivers = createReceiverLimits(1)
    const crms = Array.from({ length: 50 }, (_, index) => crmOf(index + 2))
    for (const { brand_id: brandId } of crms) receivers.learn({ kind: crm.kind, brandId }, ok)
    learn(receivers, ok)
    for (const one of crms.slice(0, 10)) receivers.acquire(one)
    vi.advanceTimersByTime(60_000)
    for (const one of crms.slice(0, 10)) fill(receivers, one)
    expect(receivers.free()).toBeGreaterThanOrEqual(16)
    // Without running sends, the last answer decides.
    expect(placesFor(receivers, crm)).toBeGreaterThanOrEqual(8)
  })

  it('are 16 for the mails of all brands together: they go to one server', () => {
    const receivers = createReceiverLimits(1)
    const mailsOf = (brand_id: number): Receiver => ({
      kind: 'dealer_mail',
      brand_id,
      receiver: 'dealer_mail',
    })
    expect(fill(receivers, mailsOf(1))).toBe(16)
    expect(fill(receivers, mailsOf(2))).toBe(0)
    expect(receivers.full()).toEqual(['dealer_mail'])
  })

  it('are two for a receiver whose last answer was a temporary failure', () => {
    const receivers = createReceiverLimits(1)
    learn(receivers, down)
    expect(placesFor(receivers, crm)).toBe(2)
    learn(receivers, notAsked)
    expect(placesFor(receivers, crm)).toBe(2)
    learn(receivers, refused)
    expect(placesFor(receivers, crm)).toBe(16)
  })
})

describe('the circuit of a receiver', () => {
  it('opens after five failures in a row, and lets one attempt through after a pause', () => {
    const receivers = createReceiverLimits(1)
    learn(receivers, down, 4)
    expect(placesFor(receivers, crm)).toBe(2)
    learn(receivers, down)
    expect([placesFor(receivers, crm), placesFor(receivers, other)]).toEqual([0, 16])
    expect(receivers.full()).toEqual(['warranty_sync:1'])
    expect(receivers.untilPauseEnds()).toBe(5_000)
    vi.advanceTimersByTime(5_000)
    expect(placesFor(receivers, crm)).toBe(1)
    receivers.acquire(crm)
    expect(receivers.full()).toEqual(['warranty_sync:1'])
  })

  it('stays open for twice as long if that fails too, up to half a minute', () => {
    const receivers = createReceiverLimits(1)
    learn(receivers, down, 5)
    const pauses = [1, 2, 3, 4].map(() => {
      vi.advanceTimersByTime(receivers.untilPauseEnds())
      learn(receivers, down)
      return receivers.untilPauseEnds()
    })
    expect(pauses).toEqual([10_000, 20_000, 30_000, 30_000])
  })

  it.each([ok, refused])('closes with an answer: %j', (answer) => {
    const receivers = createReceiverLimits(1)
    learn(receivers, down, 9)
    learn(receivers, answer)
    expect([placesFor(receivers, crm), receivers.untilPauseEnds()]).toEqual([16, Number.POSITIVE_INFINITY])
  })

  it('scales its pauses like the schedule', () => {
    const receivers = createReceiverLimits(0.001)
    learn(receivers, down, 5)
    expect(receivers.untilPauseEnds()).toBeCloseTo(5, 5)
  })
})

describe('a receiver that answers 429 with Retry-After', () => {
  it('gets nothing for that time, up to a minute; then it gets two slots', () => {
    const receivers = createReceiverLimits(0.001)
    receivers.learn(sender, { ...down, status: 429, retryAfterS: 3 })
    expect([placesFor(receivers, crm), receivers.untilPauseEnds()]).toEqual([0, 3_000])
    vi.advanceTimersByTime(3_000)
    expect(placesFor(receivers, crm)).toBe(2)
    receivers.learn(sender, { ...down, status: 429, retryAfterS: 3_600 })
    expect(receivers.untilPauseEnds()).toBe(60_000)
  })

  it('keeps its pause when it answers earlier requests', () => {
    const receivers = createReceiverLimits(0.001)
    for (const answer of [ok, refused, down]) {
      receivers.learn(sender, { ...down, status: 429, retryAfterS: 3 })
      learn(receivers, answer)
      expect([placesFor(receivers, crm), receivers.untilPauseEnds()]).toEqual([0, 3_000])
      vi.advanceTimersByTime(3_000)
    }
    receivers.learn(sender, { ...down, status: 429, retryAfterS: 3 })
    receivers.learn(sender, { ...down, status: 429, retryAfterS: 1 })
    expect(receivers.untilPauseEnds()).toBe(3_000)
    vi.advanceTimersByTime(3_000)
    learn(receivers, ok)
    expect(placesFor(receivers, crm)).toBe(16)
  })

  it('differs from a receiver that says when to send one message again', () => {
    const receivers = createReceiverLimits(0.001)
    receivers.learn(sender, { ...down, status: 503, retryAfterS: 3 })
    expect(placesFor(receivers, crm)).toBe(2)
  })
})
