import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outcome } from './delivery.ts'
import { createTargets } from './targets.ts'

const crm = { kind: 'warranty_sync', brand_id: 1 } as const
const other = { kind: 'warranty_sync', brand_id: 2 } as const
const sender = { kind: crm.kind, brandId: crm.brand_id }
const ok: Outcome = { ok: true }
const down: Outcome = { ok: false, final: false, error: 'down' }
const refused: Outcome = { ok: false, final: true, error: 'gone' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const learn = (targets: ReturnType<typeof createTargets>, outcome: Outcome, times = 1) => {
  for (let time = 0; time < times; time++) targets.learn(sender, outcome)
}

describe('places', () => {
  it('are 64, 16 of them for one receiver', () => {
    const targets = createTargets(1)
    for (let i = 0; i < 16; i++) targets.take(crm)
    expect([targets.free(), targets.freeFor(crm), targets.freeFor(other)]).toEqual([48, 0, 16])
    expect(targets.full()).toEqual(['warranty_sync:1'])
    targets.giveBack(crm)
    expect(targets.full()).toEqual([])
  })

  it('are two for a receiver whose last answer was a failure that may pass', () => {
    const targets = createTargets(1)
    learn(targets, down)
    expect(targets.freeFor(crm)).toBe(2)
    learn(targets, refused)
    expect(targets.freeFor(crm)).toBe(16)
  })
})

describe('the circuit of a receiver', () => {
  it('opens after five failures in a row, and lets one attempt through after a pause', () => {
    const targets = createTargets(1)
    learn(targets, down, 4)
    expect(targets.freeFor(crm)).toBe(2)
    learn(targets, down)
    expect([targets.freeFor(crm), targets.freeFor(other)]).toEqual([0, 16])
    expect(targets.full()).toEqual(['warranty_sync:1'])
    expect(targets.untilPauseEnds()).toBe(5_000)
    vi.advanceTimersByTime(5_000)
    expect(targets.freeFor(crm)).toBe(1)
    targets.take(crm)
    expect(targets.full()).toEqual(['warranty_sync:1'])
  })

  it('stays open for twice as long where that fails too, half a minute at most', () => {
    const targets = createTargets(1)
    learn(targets, down, 5)
    const pauses = [1, 2, 3, 4].map(() => {
      vi.advanceTimersByTime(targets.untilPauseEnds())
      learn(targets, down)
      return targets.untilPauseEnds()
    })
    expect(pauses).toEqual([10_000, 20_000, 30_000, 30_000])
  })

  it.each([ok, refused])('closes with an answer: %j', (answer) => {
    const targets = createTargets(1)
    learn(targets, down, 9)
    learn(targets, answer)
    expect([targets.freeFor(crm), targets.untilPauseEnds()]).toEqual([16, Number.POSITIVE_INFINITY])
  })

  it('has its pauses scaled as the schedule is', () => {
    const targets = createTargets(0.001)
    learn(targets, down, 5)
    expect(targets.untilPauseEnds()).toBeCloseTo(5, 5)
  })
})

describe('a receiver that answers 429 with Retry-After', () => {
  it('is left alone, in real seconds, a minute at most; then it gets little at once', () => {
    const targets = createTargets(0.001)
    targets.learn(sender, { ...down, status: 429, retryAfterS: 3 })
    expect([targets.freeFor(crm), targets.untilPauseEnds()]).toEqual([0, 3_000])
    vi.advanceTimersByTime(3_000)
    expect(targets.freeFor(crm)).toBe(2)
    targets.learn(sender, { ...down, status: 429, retryAfterS: 3_600 })
    expect(targets.untilPauseEnds()).toBe(60_000)
  })

  it('whatever it answers meanwhile to what was on its way', () => {
    const targets = createTargets(0.001)
    for (const answer of [ok, refused, down]) {
      targets.learn(sender, { ...down, status: 429, retryAfterS: 3 })
      learn(targets, answer)
      expect([targets.freeFor(crm), targets.untilPauseEnds()]).toEqual([0, 3_000])
      vi.advanceTimersByTime(3_000)
    }
    targets.learn(sender, { ...down, status: 429, retryAfterS: 3 })
    targets.learn(sender, { ...down, status: 429, retryAfterS: 1 })
    expect(targets.untilPauseEnds()).toBe(3_000)
    vi.advanceTimersByTime(3_000)
    learn(targets, ok)
    expect(targets.freeFor(crm)).toBe(16)
  })

  it('unlike one that says when to send one message again', () => {
    const targets = createTargets(0.001)
    targets.learn(sender, { ...down, status: 503, retryAfterS: 3 })
    expect(targets.freeFor(crm)).toBe(2)
  })
})
