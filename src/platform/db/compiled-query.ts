import type { Compilable, CompiledQuery } from 'kysely'
import type { Reader } from './db.ts'

/** More shapes than this have a query at most; the one that was made first goes. */
const SHAPES_KEPT = 200

type Value = string | number | boolean

/** What a query is run with. Which of the values there are decides its text; what they are does not. */
export interface Input {
  readonly [name: string]: Value | readonly Value[] | Input | null | undefined
}

/** Where a value goes when the query is run. */
class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * A query that is built once for each shape of its input, and run with the values at hand: building one takes
 * Kysely longer than the embedded database takes to answer it. `build` sees stand-ins for the values. It may hand
 * them to Kysely, ask which are undefined or null, and go through lists; it must not look at the values. What it
 * does look at goes into `fixed`, of which every value is a shape of its own.
 */
export function compiledQuery<I extends Input, R, F extends Input | undefined = undefined>(
  build: (reader: Reader, input: I, fixed: F) => Compilable<R>,
) {
  const byDialect = new WeakMap<object, Map<string, CompiledQuery<R>>>()

  return async (reader: Reader, input: I, ...[fixed]: F extends undefined ? [] : [F]): Promise<R[]> => {
    const values: Value[] = []
    const shape = takeApart(input, values) + (fixed ? JSON.stringify(fixed) : '')
    // The same object for all transactions of a database.
    const { adapter } = reader.getExecutor()
    const queries = byDialect.get(adapter) ?? new Map<string, CompiledQuery<R>>()
    byDialect.set(adapter, queries)
    let query = queries.get(shape)
    if (!query) {
      query = build(reader, toStandIns(input) as I, fixed as F).compile()
      if (queries.size >= SHAPES_KEPT) queries.delete(queries.keys().next().value!)
      queries.set(shape, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.index] : value))
    const bound: CompiledQuery<R> = { ...query, parameters }
    return (await reader.executeQuery(bound)).rows
  }
}

/** Collects the values, and answers the shape that is left without them. */
function takeApart(input: Input, values: Value[]): string {
  let shape = ''
  for (const name in input) {
    const value = input[name]
    if (value === undefined) continue
    if (value === null) shape += `${name}=null `
    else if (isList(value)) {
      shape += `${name}[${value.length}] `
      for (const one of value) values.push(one)
    } else if (typeof value === 'object') shape += `${name}{${takeApart(value, values)}} `
    else {
      shape += `${name} `
      values.push(value)
    }
  }
  return shape
}

/** The input with a slot in place of each value, numbered as `takeApart` collects them. */
function toStandIns(input: Input, counter = { next: 0 }): Record<string, unknown> {
  const standIns: Record<string, unknown> = {}
  for (const name in input) {
    const value = input[name]
    if (value === undefined || value === null) standIns[name] = value
    else if (isList(value)) standIns[name] = value.map(() => new Slot(counter.next++))
    else if (typeof value === 'object') standIns[name] = toStandIns(value, counter)
    else standIns[name] = new Slot(counter.next++)
  }
  return standIns
}

function isList(value: NonNullable<Input[string]>): value is readonly Value[] {
  return Array.isArray(value)
}
