import { labelOf } from '../../../platform/errors.ts'

/** Sentences that don't begin with their field. */
const OTHERS: readonly [begins: RegExp, field: string][] = [
  [/^(There is no dealer "|Several dealers are called|Dealer is missing)/, 'dealer_code'],
  [/^There is no dealer group/, 'group_id'],
  [/^(A hull identification number is|HIN \S+ (is in line|has a warranty))/, 'hin'],
]

/** Returns the name of the column that a sentence about a row is about; null where it is about the row as a whole. */
export function columnOf(
  message: string,
  columns: Readonly<Record<string, number>>,
  header: readonly string[],
): string | null {
  const other = OTHERS.find(([begins]) => begins.test(message))?.[1]
  const field =
    other ??
    Object.keys(columns)
      .filter((name) => message.startsWith(`${labelOf(name.replace(/^contact_/, ''))} `))
      .toSorted((a, b) => b.length - a.length)[0]
  return (field !== undefined && header[columns[field] ?? -1]) || null
}
