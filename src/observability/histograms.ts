/** Counts values by size, as Prometheus' histograms do, without making anything for a value. */
export class Tally {
  readonly bounds: readonly number[]
  /** How many were at most each bound, and above the one before; the last ones were above all bounds. */
  readonly counts: Float64Array
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Float64Array(bounds.length + 1)
  }

  add(value: number): void {
    const { bounds } = this
    let bucket = 0
    while (bucket < bounds.length && value > bounds[bucket]!) bucket++
    this.counts[bucket]!++
    this.sum += value
  }
}

type Labels = Record<string, string | number>

interface Sample {
  metricName: string
  labels: Labels
  value: number
}

/**
 * A histogram whose tallies are found once and kept by whoever adds to them: prom-client's own makes and hashes
 * labels for every value. A Registry of prom-client takes it (`registerMetric`).
 */
export class Histograms {
  readonly name: string
  readonly help: string
  readonly #bounds: readonly number[]
  readonly #tallies: { labels: Labels; tally: Tally }[] = []

  constructor(options: { name: string; help: string; bounds: readonly number[] }) {
    this.name = options.name
    this.help = options.help
    this.#bounds = options.bounds
  }

  /** A new tally, of which these labels must not have one yet. */
  tally(labels: Labels = {}): Tally {
    const tally = new Tally(this.#bounds)
    this.#tallies.push({ labels, tally })
    return tally
  }

  /** As prom-client asks for it. */
  get() {
    const values = this.#tallies.flatMap(({ labels, tally }) => this.#samplesOf(labels, tally))
    return { name: this.name, help: this.help, type: 'histogram', aggregator: 'sum', values }
  }

  #samplesOf(labels: Labels, { bounds, counts, sum }: Tally): Sample[] {
    const samples: Sample[] = []
    let count = 0
    for (const [index, here] of counts.entries()) {
      count += here
      const le = bounds[index] ?? '+Inf'
      samples.push({ metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: count })
    }
    samples.push({ metricName: `${this.name}_sum`, labels, value: sum })
    samples.push({ metricName: `${this.name}_count`, labels, value: count })
    return samples
  }
}
