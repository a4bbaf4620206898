/** What a span says beside its name and times. Nothing personal, and nothing secret. */
type Attributes = Record<string, string | number | boolean>

/** A part of the service as it writes spans. Without tracing it is `noTrace`. */
export interface Trace {
  /** Runs `work` in a span within the present one. What `work` throws marks the span as failed and is thrown on. */
  span<T>(
    name: string,
    kind: 'internal' | 'client',
    attributes: Attributes,
    work: () => Promise<T>,
  ): Promise<T>
  /** The headers by which somebody who is called knows of the present span. */
  headers(): Record<string, string>
}

const NO_HEADERS = Object.freeze({})

export const noTrace: Trace = {
  span: (_name, _kind, _attributes, work) => work(),
  headers: () => NO_HEADERS,
}
