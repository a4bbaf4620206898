import { writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { csvLine } from '../csv-cell.ts'
import type { CsvFile, RowNote } from './csv-file.ts'

const OWN_COLUMNS = ['line', 'reason']

/**
 * Writes the rows that were not taken beside their file, in its form, with the line and the reason of each before
 * them: once mended, it can be imported as it stands. Returns the new file's name.
 */
export async function writeFaultyRows(
  file: string,
  { header, rows, delimiter }: CsvFile,
  faults: readonly RowNote[],
): Promise<string> {
  const { dir, name } = parse(file)
  const path = join(dir, `${name}.faulty.csv`)
  // Those of an earlier run make way for the new ones.
  const skipped = OWN_COLUMNS.every((column, position) => header[position] === column)
    ? OWN_COLUMNS.length
    : 0
  const reasons = Map.groupBy(faults, (fault) => fault.line)
  const table = [[...OWN_COLUMNS, ...header.slice(skipped)]]
  for (const { line, cells } of rows) {
    const own = reasons.get(line)
    if (!own) continue
    const reason = own.map((fault) => fault.message).join('; ')
    table.push([String(line), reason, ...cells.slice(skipped)])
  }
  const lines = table.map((cells) => csvLine(cells, delimiter))
  // Excel takes a file without the mark for Windows-1252.
  await writeFile(path, `\ufeff${lines.join('')}`)
  return path
}
