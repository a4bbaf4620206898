import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

export type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`

/** The sampler that OTEL_TRACES_SAMPLER names; `ratio` is its argument. */
export function createSampler(name: SamplerName, ratio: number): Sampler {
  if (name.startsWith('parentbased_')) {
    return new ParentBasedSampler({ root: createSampler(name.slice(12) as SamplerName, ratio) })
  }
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler()
}
