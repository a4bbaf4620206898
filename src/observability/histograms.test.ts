import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { Histograms } from './histograms.ts'

/** What Prometheus reads of a histogram. */
function read(histograms: Histograms): Promise<string> {
  const registry = new Registry()
  registry.registerMetric(histograms as never)
  return registry.metrics()
}

test('values are counted up to each bound, the bound itself included', async () => {
  const histograms = new Histograms({ name: 'size', help: 'How large', bounds: [1, 10] })
  const tally = histograms.tally()
  for (const value of [0.5, 1, 1.5, 10, 11]) tally.add(value)
  expect(await read(histograms)).toBe(
    [
      '# HELP size How large',
      '# TYPE size histogram',
      'size_bucket{le="1"} 2',
      'size_bucket{le="10"} 4',
      'size_bucket{le="+Inf"} 5',
      'size_sum 24',
      'size_count 5',
      '',
    ].join('\n'),
  )
})

test('each set of labels is counted by itself', async () => {
  const histograms = new Histograms({ name: 'size', help: 'How large', bounds: [1] })
  histograms.tally({ kind: 'a' }).add(1)
  histograms.tally({ kind: 'b' }).add(2)
  const text = await read(histograms)
  expect(text).toContain('size_bucket{le="1",kind="a"} 1\n')
  expect(text).toContain('size_bucket{le="1",kind="b"} 0\n')
  expect(text).toContain('size_sum{kind="b"} 2\n')
})
