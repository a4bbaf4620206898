import { NotFound } from '../errors.ts'
import { NOTHING_FOUND, type Output, toJson } from './output.ts'

/** Prints a record as JSON or in lines. Where there is none, prints a note and sets the exit code NOTHING_FOUND. */
export async function printFound<T>(
  { print, note, exit }: Output,
  find: () => Promise<T>,
  { json, describe }: { json: boolean | undefined; describe: (record: T) => string[] },
): Promise<void> {
  try {
    const record = await find()
    if (json) print(toJson(record))
    else for (const line of describe(record)) print(line)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    note(error.message)
    exit(NOTHING_FOUND)
  }
}
