import { expect, test } from 'vitest'
import { describeStats } from './format.ts'

const stats = {
  kinds: { lead_webhook: { pending: 3, failed: 1 } },
  oldest: { waiting_s: 7_300, overdue_s: 61 },
  targets: [
    {
      kind: 'lead_webhook' as const,
      brand_id: 2,
      receiver: 'lead_webhook:1',
      brand: 'tidewater',
      waiting: 2,
      running: 1,
      circuit: 'open' as const,
      attempts: 8,
      success_rate: 0.125,
      p50_ms: 12,
      p95_ms: 40,
    },
  ],
}

test('statistics are tables of the kinds and the receivers', () => {
  expect(describeStats(stats)).toEqual([
    'kind          pending  delivered  failed',
    'lead_webhook  3        0          1',
    '',
    'The oldest pending delivery is 2 h old; one has been due for 61 s.',
    '',
    'kind          brand      waiting  running  circuit  last hour  success  p50 ms  p95 ms',
    'lead_webhook  tidewater  2        1        open     8          12.5 %   12      40',
  ])
})

test('statistics without a pending delivery say that nothing is pending', () => {
  const kinds = { lead_webhook: { delivered: 3 } }
  expect(describeStats({ ...stats, kinds, targets: [] })).toEqual([
    'kind          pending  delivered  failed',
    'lead_webhook  0        3          0',
    '',
    'Nothing is pending.',
  ])
})
