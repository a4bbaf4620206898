import { TransomError } from './errors.ts'
import type { Pagination } from './types.ts'

/** One page of a list. */
export interface Page<T> {
  data: T[]
  pagination: Pagination
}

/** A list: `for await` yields every entry, `pages()` every page. Each loop begins at the start. */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (cursor?: string) => Promise<Page<T>>

  constructor(read: (cursor?: string) => Promise<Page<T>>) {
    this.#read = read
  }

  /** Returns the page that the filters ask for: the first one, or that of `page`. */
  page(): Promise<Page<T>> {
    return this.#read()
  }

  async *pages(): AsyncGenerator<Page<T>, void> {
    let page = await this.#read()
    yield page
    while (page.pagination.next_cursor !== null) {
      page = await this.#read(page.pagination.next_cursor)
      yield page
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const { data } of this.pages()) yield* data
  }
}

/** Yields the records of an NDJSON answer as they arrive. Leaving the loop ends the download. */
export async function* readLines<T>({ body }: Response): AsyncGenerator<T, void> {
  const reader = body!.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw new TransomError('The connection broke before the end.', { code: 'NETWORK_ERROR', cause })
      })
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield JSON.parse(line) as T
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
