/** Attributes of a span. Nothing personal or secret. */
type Attributes = Record<string, string | number | boolean>

/** Writes the spans of a part of the service. Without tracing it is `noTrace`. */
export interface Trace {
  /** Runs `work` in a span within the current one. An error marks the span as failed and is rethrown. */
  span<T>(
    name: string,
    kind: 'internal' | 'client',
    attributes: Attributes,
    work: () => Promise<T>,
  ): Promise<T>
  /** Returns the headers that pass the current span to a receiver. */
  headers(): Record<string, string>
}

const NO_HEADERS = Object.freeze({})

export const noTrace: Trace = {
  span: (_name, _kind, _attributes, work) => work(),
  headers: () => NO_HEADERS,
}
