/** Attributes of a span. Nothing personal or secret. */
type Attributes = Record<string, string | number | boolean>

/** How a part of the service writes spans. Without tracing it is `noTrace`. */
export interface Trace {
  /** Runs `work` in a span within the present one. An error marks the span as failed and is thrown on. */
  span<T>(
    name: string,
    kind: 'internal' | 'client',
    attributes: Attributes,
    work: () => Promise<T>,
  ): Promise<T>
  /** Returns the headers that tell a receiver of the present span. */
  headers(): Record<string, string>
}

const NO_HEADERS = Object.freeze({})

export const noTrace: Trace = {
  span: (_name, _kind, _attributes, work) => work(),
  headers: () => NO_HEADERS,
}
