import { describeRecord, type ListView, oneLine, tabulate } from '../../platform/cli/output.ts'
import type { DeliveryView, DeliveryWithAttempts } from './delivery-view.ts'
import type { DeliveryStats } from './operations/delivery-stats.ts'

/** How deliveries are listed for people. */
export const LIST: ListView<DeliveryView> = {
  json: false,
  name: 'deliveries',
  noun: 'deliveries',
  columns: {
    id: ({ id }) => id,
    kind: ({ kind }) => kind,
    event: ({ event }) => event,
    brand: ({ brand }) => brand,
    subject: ({ subject_id }) => subject_id,
    status: ({ status }) => status,
    attempts: ({ attempts }) => attempts,
    'last attempt': ({ last_attempt }) => last_attempt,
    error: ({ error }) => error,
  },
}

/** Returns a delivery with its attempts in lines. */
export function describeDelivery(shown: DeliveryWithAttempts): string[] {
  const { attempts, ...fields } = shown
  const lines = attempts.flatMap(({ number, at, duration_ms, status, error, answer, worker }) => [
    '',
    `attempt ${number}  ${at}, ${duration_ms} ms, by ${worker}`,
    `  ${error ?? 'delivered'}${status === null || error ? '' : ` (status ${status})`}`,
    ...(answer === null ? [] : answer.split(/\r\n|\r|\n/).map((line) => `  | ${line}`)),
  ])
  return [...describeRecord(fields), ...lines.map(oneLine)]
}

/** Returns the statistics in lines. */
export function describeStats({ kinds, oldest, targets }: DeliveryStats): string[] {
  const states = ['pending', 'delivered', 'failed'] as const
  const counts = Object.entries(kinds).map(([kind, of]) => [kind, ...states.map((state) => of[state] ?? 0)])
  const rows = targets.map((target) => [
    target.kind,
    target.brand,
    target.waiting,
    target.running,
    target.circuit,
    target.attempts,
    target.success_rate === null ? null : `${(100 * target.success_rate).toFixed(1)} %`,
    target.p50_ms,
    target.p95_ms,
  ])
  const waits = `The oldest pending delivery is ${duration(oldest.waiting_s)} old; one has been due for ${duration(oldest.overdue_s)}.`
  const heading = [
    'kind',
    'brand',
    'waiting',
    'running',
    'circuit',
    'last hour',
    'success',
    'p50 ms',
    'p95 ms',
  ]
  return [
    ...tabulate(['kind', ...states], counts),
    '',
    Object.values(kinds).some((of) => of.pending) ? waits : 'Nothing is pending.',
    ...(rows.length === 0 ? [] : ['', ...tabulate(heading, rows)]),
  ]
}

function duration(seconds: number): string {
  const whole = Math.floor(seconds)
  if (whole < 120) return `${whole} s`
  if (whole < 7_200) return `${Math.floor(whole / 60)} min`
  return `${Math.floor(whole / 3_600)} h`
}
