import type { Issue } from '../../platform/errors.ts'
import { suggest } from '../../platform/references.ts'

/** Returns an issue for each name in a field that is not among the known ones: `There is no scope "leads".` */
export function unknownNames(
  field: string,
  noun: string,
  { names, known }: { names: unknown; known: readonly string[] },
): Issue[] {
  if (!Array.isArray(names)) return []
  return names.flatMap((name, i) => {
    if (typeof name !== 'string' || known.includes(name)) return []
    const near = suggest(
      name,
      known.filter((one) => !one.endsWith('*')),
    )
    const message = `There is no ${noun} "${name}".${near} The ${noun}s are ${known.join(', ')}.`
    return { field: `${field}.${i}`, message }
  })
}
