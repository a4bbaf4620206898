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

const learn = (targets: ReturnType<typeof createReceiverLimits>, outcome: Outcome, times = 1) => {
  for (let time = 0; time < times; time++) targets.learn(sender, outcome)
}

/** How many more it may be sent at once. */
function placesFor(targets: ReturnType<typeof createReceiverLimits>, target: Receiver): number {
  let places = 0
  while (targets.hasPlace(target, { here: places, all: places })) places++
  return places
}

/** Takes all places that it gets. */
function fill(targets: ReturnType<typeof createReceiverLimits>, target: Receiver): number {
  let places = 0
  for (; targets.hasPlace(target); places++) targets.take(target)
  return places
}

describe('places', () => {
  it('are 64, 16 of them for one receiver', () => {
    const targets = createReceiverLimits(1)
    learn(targets, ok)
    expect(fill(targets, crm)).toBe(16)
    expect([targets.free(), placesFor(targets, crm)]).toEqual([48, 0])
    expect(targets.full()).toEqual(['warranty_sync:1'])
    targets.giveBack(crm)
    expect(targets.full()).toEqual([])
  })

  it('are 16 for each of three that answer', () => {
    const targets = createReceiverLimits(1)
    const crms = [1, 2, 3].map(crmOf)
    for (const one of crms) targets.learn({ kind: one.kind, brandId: one.brand_id }, ok)
    expect(crms.map((one) => fill(targets, one))).toEqual([16, 16, 16])
  })

  it.each([1, 4, 20, 200])('are left to the rest by %i receivers that hang', (count) => {
    const targets = createReceiverLimits(1)
    learn(targets, ok)
    for (let brandId = 2; brandId < 2 + count; brandId++) fill(targets, crmOf(brandId))
    expect(targets.free()).toBeGreaterThanOrEqual(16)
    expect(placesFor(targets, crm)).toBeGreaterThanOrEqual(8)
  })

  it('are left by those that answered and hang now, and for one that nobody knows', () => {
    const targets = createReceiverLimits(1)
    for (const brandId of [2, 3, 4, 5]) targets.learn({ kind: crm.kind, brandId }, ok)
    learn(targets, ok)
    for (const brandId of [2, 3, 4, 5]) fill(targets, crmOf(brandId))
    expect(placesFor(targets, crm)).toBeGreaterThanOrEqual(4)
    const others = createReceiverLimits(1)
    for (const brandId of [2, 3, 4, 5, 6, 7]) fill(others, crmOf(brandId))
    expect(placesFor(others, crm)).toBeGreaterThanOrEqual(1)
  })

  it('are no longer those of receivers that answer for one with sends under way that has not for two seconds', () => {
    const targets = createReceiverLimits(1)
    const crms = Array.from({ length: 50 }, (_, index) => crmOf(index + 2))
    for (const { brand_id: brandId } of crms) targets.learn({ kind: crm.kind, brandId }, ok)
    learn(targets, ok)
    for (const one of crms.slice(0, 10)) targets.take(one)
    vi.advanceTimersByTime(60_000)
    for (const one of crms.slice(0, 10)) fill(targets, one)
    expect(targets.free()).toBeGreaterThanOrEqual(16)
    // One that has nothing under way is believed what it answered last.
    expect(placesFor(targets, crm)).toBeGreaterThanOrEqual(8)
  })

  it('are 16 for the mails of all brands together: they go to one server', () => {
    const targets = createReceiverLimits(1)
    const mailsOf = (brand_id: number): Receiver => ({ kind: 'dealer_mail', brand_id })
    expect(fill(targets, mailsOf(1))).toBe(16)
    expect(fill(targets, mailsOf(2))).toBe(0)
    expect(targets.full()).toEqual(['dealer_mail'])
  })

  it('are two for a receiver whose last answer was a failure that may pass', () => {
    const targets = createReceiverLimits(1)
    learn(targets, down)
    expect(placesFor(targets, crm)).toBe(2)
    learn(targets, notAsked)
    expect(placesFor(targets, crm)).toBe(2)
    learn(targets, refused)
    expect(placesFor(targets, crm)).toBe(16)
  })
})

describe('the circuit of a receiver', () => {
  it('opens after five failures in a row, and lets one attempt through after a pause', () => {
    const targets = createReceiverLimits(1)
    learn(targets, down, 4)
    expect(placesFor(targets, crm)).toBe(2)
    learn(targets, down)
    expect([placesFor(targets, crm), placesFor(targets, other)]).toEqual([0, 16])
    expect(targets.full()).toEqual(['warranty_sync:1'])
    expect(targets.untilPauseEnds()).toBe(5_000)
    vi.advanceTimersByTime(5_000)
    expect(placesFor(targets, crm)).toBe(1)
    targets.take(crm)
    expect(targets.full()).toEqual(['warranty_sync:1'])
  })

  it('stays open for twice as long where that fails too, half a minute at most', () => {
    const targets = createReceiverLimits(1)
    learn(targets, down, 5)
    const pauses = [1, 2, 3, 4].map(() => {
      vi.advanceTimersByTime(targets.untilPauseEnds())
      learn(targets, down)
      return targets.untilPauseEnds()
    })
    expect(pauses).toEqual([10_000, 20_000, 30_000, 30_000])
  })

  it.each([ok, refused])('closes with an answer: %j', (answer) => {
    const targets = createReceiverLimits(1)
    learn(targets, down, 9)
    learn(targets, answer)
    expect([placesFor(targets, crm), targets.untilPauseEnds()]).toEqual([16, Number.POSITIVE_INFINITY])
  })

  it('has its pauses scaled as the schedule is', () => {
    const targets = createReceiverLimits(0.001)
    learn(targets, down, 5)
    expect(targets.untilPauseEnds()).toBeCloseTo(5, 5)
  })
})

describe('a receiver that answers 429 with Retry-After', () => {
  it('is left alone, in real seconds, a minute at most; then it gets little at once', () => {
    const targets = createReceiverLimits(0.001)
    targets.learn(sender, { ...down, status: 429, retryAfterS: 3 })
    expect([placesFor(targets, crm), targets.untilPauseEnds()]).toEqual([0, 3_000])
    vi.advanceTimersByTime(3_000)
    expect(placesFor(targets, crm)).toBe(2)
    targets.learn(sender, { ...down, status: 429, retryAfterS: 3_600 })
    expect(targets.untilPauseEnds()).toBe(60_000)
  })

  it('whatever it answers meanwhile to what was on its way', () => {
    const targets = createReceiverLimits(0.001)
    for (const answer of [ok, refused, down]) {
      targets.learn(sender, { ...down, status: 429, retryAfterS: 3 })
      learn(targets, answer)
      expect([placesFor(targets, crm), targets.untilPauseEnds()]).toEqual([0, 3_000])
      vi.advanceTimersByTime(3_000)
    }
    targets.learn(sender, { ...down, status: 429, retryAfterS: 3 })
    targets.learn(sender, { ...down, status: 429, retryAfterS: 1 })
    expect(targets.untilPauseEnds()).toBe(3_000)
    vi.advanceTimersByTime(3_000)
    learn(targets, ok)
    expect(placesFor(targets, crm)).toBe(16)
  })

  it('unlike one that says when to send one message again', () => {
    const targets = createReceiverLimits(0.001)
    targets.learn(sender, { ...down, status: 503, retryAfterS: 3 })
    expect(placesFor(targets, crm)).toBe(2)
  })
})
