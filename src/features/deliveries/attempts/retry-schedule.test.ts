import { describe, expect, it } from 'vitest'
import fc from '../../../../test/support/fast-check.ts'
import type { Outcome } from '../delivery.ts'
import { judge } from './retry-schedule.ts'

const SECOND = 1_000_000
const NOW = 1_700_000_000 * SECOND
const passing: Outcome = { ok: false, final: false, error: 'down' }
const automatic = (step: number) => ({ step, manual: false, plannedAt: null })
const steady = { now: NOW, scale: 1, random: () => 0.5 }

function waits(scale: number, random: () => number): (number | null)[] {
  const seconds = []
  for (let step = 0; step < 8; step++) {
    const { nextAttemptAt } = judge(automatic(step), passing, { now: NOW, scale, random })
    seconds.push(nextAttemptAt === null ? null : (nextAttemptAt - NOW) / SECOND)
  }
  return seconds
}

describe('judge', () => {
  it('follows the schedule: 8 attempts, then failed', () => {
    expect(waits(1, () => 0.5)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000, null])
    expect(judge(automatic(6), passing, steady).status).toBe('pending')
    expect(judge(automatic(7), passing, steady)).toEqual({ status: 'failed', step: 8, nextAttemptAt: null })
  })

  it('spreads waits by 20 % and scales them', () => {
    expect(waits(1, () => 0).slice(0, 2)).toEqual([4, 240])
    expect(waits(1, () => 1).slice(0, 2)).toEqual([6, 360])
    expect(waits(0.001, () => 0.5).slice(0, 2)).toEqual([0.005, 0.3])
    expect(judge(automatic(1), passing, { now: NOW, scale: 1 }).nextAttemptAt).not.toBe(
      judge(automatic(1), passing, { now: NOW, scale: 1 }).nextAttemptAt,
    )
  })

  it('ends with success and with a permanent refusal', () => {
    expect(judge(automatic(0), { ok: true }, steady)).toEqual({
      status: 'delivered',
      step: 1,
      nextAttemptAt: null,
    })
    expect(judge(automatic(0), { ok: false, final: true, error: 'gone' }, steady)).toEqual({
      status: 'failed',
      step: 1,
      nextAttemptAt: null,
    })
  })

  it('waits as long as the receiver asks, in real seconds, and never less than the schedule', () => {
    const asked = (retryAfterS: number, scale: number) =>
      (judge(automatic(0), { ...passing, retryAfterS }, { ...steady, scale }).nextAttemptAt! - NOW) / SECOND
    expect(asked(120, 0.001)).toBe(120)
    expect(asked(120, 1)).toBe(120)
    expect(asked(1, 1)).toBe(5)
  })

  it('keeps the schedule after an attempt by hand', () => {
    const plannedAt = NOW + 1_000 * SECOND
    const byHand = (step: number, planned: number | null) =>
      judge({ step, manual: true, plannedAt: planned }, passing, steady)
    expect(byHand(3, plannedAt)).toEqual({ status: 'pending', step: 3, nextAttemptAt: plannedAt })
    expect(byHand(3, NOW - SECOND)).toMatchObject({ step: 3, nextAttemptAt: NOW + 1_800 * SECOND })
    expect(byHand(0, null)).toMatchObject({ step: 0, nextAttemptAt: NOW + 5 * SECOND })
    expect(byHand(8, null)).toEqual({ status: 'failed', step: 8, nextAttemptAt: null })
  })

  it('never plans an attempt in the past, and plans one exactly for pending deliveries', () => {
    const outcome = fc.oneof(
      fc.constant<Outcome>({ ok: true }),
      fc.record({
        ok: fc.constant(false as const),
        final: fc.boolean(),
        error: fc.string(),
        retryAfterS: fc.nat(86_400),
      }),
    )
    const standing = fc.record({
      step: fc.nat(8),
      manual: fc.boolean(),
      plannedAt: fc.option(fc.integer({ min: 0, max: 2 * NOW })),
    })
    fc.assert(
      fc.property(standing, outcome, (before, came) => {
        const { status, nextAttemptAt } = judge(before, came, { now: NOW, scale: 0.001 })
        expect(nextAttemptAt !== null).toBe(status === 'pending')
        if (nextAttemptAt !== null) expect(nextAttemptAt).toBeGreaterThan(NOW)
      }),
    )
  })
})
