/** How a figure changes over its samples. */
export interface Trend {
  median: number
  /** Growth from the first sample to the last, along a line that outliers do not bend. */
  growth: number
  /** Lower bound of the growth at 99 % certainty. Above 0 the figure grows. */
  certain: number
}

/** 99 %, one-sided. */
const Z = 2.326

/**
 * Computes the Theil–Sen slope, the median of the slopes between all pairs of samples: up to a third of them may be
 * outliers. The lower bound follows Sen (1968).
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

/** Returns whether the figure certainly grows, and by more than `bound` over all samples. */
export function grows(trend: Trend, bound: number): boolean {
  return trend.certain > 0 && trend.growth > bound
}

function middle(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
