import type { Issue } from '../../platform/errors.ts'
import { suggest } from '../../platform/references.ts'

/** Records that the file refers to by name. */
export type References = ReturnType<typeof referencesTo>

/**
 * Returns what resolves the names of records.
 * @param noun what a record is, for messages: `brand`
 * @param ids the id of each record, by its name
 * @param named the names in the file, invalid entries included: these are reported already
 */
export function referencesTo(noun: string, ids: ReadonlyMap<string, number>, named: ReadonlySet<unknown>) {
  /** Returns the id of the record with this name. Where there is none, returns undefined and adds an issue. */
  function resolve(name: string, field: string, issues: Issue[]): number | undefined {
    const id = ids.get(name)
    if (id === undefined && !named.has(name)) {
      const where = 'neither in the file nor in the database'
      issues.push({
        field,
        message: `There is no ${noun} "${name}", ${where}.${suggest(name, [...ids.keys()])}`,
      })
    }
    return id
  }

  /** Does the same for the names in `field`; unreadable ones are undefined. */
  function resolveAll(names: readonly (string | undefined)[] | undefined, field: string, issues: Issue[]) {
    return names?.flatMap((name, i) =>
      name === undefined ? [] : (resolve(name, `${field}[${i}]`, issues) ?? []),
    )
  }

  return { resolve, resolveAll }
}
