/** How a series of figures moves over its samples. */
export interface Trend {
  /** The figure in the middle. */
  median: number
  /** By how much it grew from the first sample to the last, by a line that outliers cannot bend. */
  growth: number
  /** The least growth that chance leaves open, at 99 %: above 0 it grows, below it may only swing. */
  certain: number
}

/** 99 %, one-sided. */
const Z = 2.326

/**
 * Theil–Sen: the slope is the median of the slopes between all pairs of samples, so that a third of them may be
 * anything. Its lower bound (Sen 1968) comes from how many pairs would have to point the other way by chance.
 */
export function trendOf(values: readonly number[]): Trend {
  const count = values.length
  if (count < 3) return { median: middle(values), growth: 0, certain: 0 }
  const slopes: number[] = []
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) slopes.push((values[j]! - values[i]!) / (j - i))
  }
  slopes.sort((a, b) => a - b)
  const spread = Z * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  const lower = Math.max(0, Math.floor((slopes.length - spread) / 2))
  const span = count - 1
  return { median: middle(values), growth: middle(slopes) * span, certain: slopes[lower]! * span }
}

/** Whether it surely grows, and by more than `bound` over all samples. */
export function grows(trend: Trend, bound: number): boolean {
  return trend.certain > 0 && trend.growth > bound
}

function middle(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
