/** The baseline's settings: JSON in the first argument. */
export function readSettings<T>(): T {
  return JSON.parse(process.argv[2] ?? '{}') as T
}
