import type { Issue } from '../../platform/errors.ts'
import { suggest } from '../../platform/references.ts'

/** Records that the file refers to by name. */
export class References {
  readonly #noun: string
  readonly #ids: ReadonlyMap<string, number>
  readonly #named: ReadonlySet<unknown>

  /**
   * @param noun what a record is, for messages: `brand`
   * @param ids the id of each record, by its name
   * @param named the names in the file, invalid entries included: these are reported already
   */
  constructor(noun: string, ids: ReadonlyMap<string, number>, named: ReadonlySet<unknown>) {
    this.#noun = noun
    this.#ids = ids
    this.#named = named
  }

  /** Returns the id of the record with this name. Where there is none, returns undefined and adds an issue. */
  resolve(name: string, field: string, issues: Issue[]): number | undefined {
    const id = this.#ids.get(name)
    if (id === undefined && !this.#named.has(name)) {
      const where = 'neither in the file nor in the database'
      const message = `There is no ${this.#noun} "${name}", ${where}.${suggest(name, [...this.#ids.keys()])}`
      issues.push({ field, message })
    }
    return id
  }

  /** Does the same for the names in `field`; unreadable ones are undefined. */
  resolveAll(
    names: readonly (string | undefined)[] | undefined,
    field: string,
    issues: Issue[],
  ): number[] | undefined {
    return names?.flatMap((name, i) =>
      name === undefined ? [] : (this.resolve(name, `${field}[${i}]`, issues) ?? []),
    )
  }
}
