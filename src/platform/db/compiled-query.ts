import type { Compilable, CompiledQuery } from 'kysely'
import type { Reader } from './db.ts'

/** The most shapes that a query keeps. It drops the oldest first. */
const SHAPES_KEPT = 200

type Value = string | number | boolean

/** The values of a query. Its text depends on which of them are present, not on the values themselves. */
export interface Input {
  readonly [name: string]: Value | readonly Value[] | Input | null | undefined
}

/** A placeholder for a value that is bound when the query runs. */
class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * Builds a query once for each shape of its input, and runs it with other values.
 *
 * Gains: 15 µs of the 27 µs of processor time that a get takes (Kysely builds it in 24 µs, a built one runs in 8).
 * Gives up: `build` receives placeholders. It may pass them to Kysely, check which are undefined or null, and iterate
 * over lists, but must not read the values. Values that it must read go into `fixed`: each of them is a separate shape.
 */
export function compiledQuery<I extends Input, R, F extends Input | undefined = undefined>(
  build: (reader: Reader, input: I, fixed: F) => Compilable<R>,
) {
  const byDialect = new WeakMap<object, Map<string, CompiledQuery<R>>>()

  return async (reader: Reader, input: I, ...[fixed]: F extends undefined ? [] : [F]): Promise<R[]> => {
    const values: Value[] = []
    const shape = collectValues(input, values) + (fixed ? JSON.stringify(fixed) : '')
    // All transactions of a database share this object.
    const { adapter } = reader.getExecutor()
    const queries = byDialect.get(adapter) ?? new Map<string, CompiledQuery<R>>()
    byDialect.set(adapter, queries)
    let query = queries.get(shape)
    if (!query) {
      query = build(reader, toSlots(input) as I, fixed as F).compile()
      if (queries.size >= SHAPES_KEPT) queries.delete(queries.keys().next().value!)
      queries.set(shape, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.index] : value))
    const bound: CompiledQuery<R> = { ...query, parameters }
    return (await reader.executeQuery(bound)).rows
  }
}

/** Collects the values and returns the shape of the input without them. */
function collectValues(input: Input, values: Value[]): string {
  let shape = ''
  for (const name in input) {
    const value = input[name]
    if (value === undefined) continue
    if (value === null) shape += `${name}=null `
    else if (isList(value)) {
      shape += `${name}[${value.length}] `
      for (const one of value) values.push(one)
    } else if (typeof value === 'object') shape += `${name}{${collectValues(value, values)}} `
    else {
      shape += `${name} `
      values.push(value)
    }
  }
  return shape
}

/** Returns the input with a slot for each value, numbered like in `collectValues`. */
function toSlots(input: Input, counter = { next: 0 }): Record<string, unknown> {
  const slots: Record<string, unknown> = {}
  for (const name in input) {
    const value = input[name]
    if (value === undefined || value === null) slots[name] = value
    else if (isList(value)) slots[name] = value.map(() => new Slot(counter.next++))
    else if (typeof value === 'object') slots[name] = toSlots(value, counter)
    else slots[name] = new Slot(counter.next++)
  }
  return slots
}

function isList(value: NonNullable<Input[string]>): value is readonly Value[] {
  return Array.isArray(value)
}
