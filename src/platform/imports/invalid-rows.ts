import { stat, writeFile } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { csvLine } from '../csv-cell.ts'
import type { CsvFile, RowNote } from './csv-file.ts'
import { readable } from './describe-report.ts'

const OWN_COLUMNS = ['line', 'reason']

/**
 * Writes the invalid rows to a file beside the imported one, in the same format, after columns with their line and the
 * reason. Once they are fixed, that file can be imported. Only its owner can read it, because rows may contain personal
 * data.
 * @returns the file's path; null, without writing, if the input is not a file but a pipe or the like
 */
export async function writeInvalidRows(
  file: string,
  table: CsvFile,
  issues: readonly RowNote[],
): Promise<string | null> {
  if (!(await hasFolder(file))) return null
  return writeBeside(file, renderInvalidRows(table, issues))
}

/** Returns the CSV file of the invalid rows, which can be imported once they are fixed. */
export function renderInvalidRows({ header, rows, delimiter }: CsvFile, issues: readonly RowNote[]): string {
  // Replaces the columns of an earlier run.
  const skipped = OWN_COLUMNS.every((column, position) => header[position] === column)
    ? OWN_COLUMNS.length
    : 0
  const reasons = Map.groupBy(issues, (issue) => issue.line)
  const table = [[...OWN_COLUMNS, ...header.slice(skipped)]]
  for (const { line, cells } of rows) {
    const own = reasons.get(line)
    if (!own) continue
    const reason = own.map(({ message }) => readable(message)).join(' ')
    table.push([String(line), reason, ...cells.slice(skipped)])
  }
  const lines = table.map((cells) => csvLine(cells, delimiter))
  // Without the byte order mark, Excel reads Windows-1252.
  return `\ufeff${lines.join('')}`
}

/** Returns whether the path names a regular file. `/dev/stdin` may be one, but has another name and folder. */
async function hasFolder(file: string): Promise<boolean> {
  return !/^\/(dev\/(stdin$|fd\/)|proc\/)/.test(resolve(file)) && (await stat(file)).isFile()
}

/** Writes to the first free name, because somebody may be editing the rows of an earlier run. */
async function writeBeside(file: string, content: string): Promise<string> {
  const { dir, name } = parse(file)
  for (let number = 1; ; number++) {
    const path = join(dir, `${name}.invalid${number === 1 ? '' : `-${number}`}.csv`)
    try {
      await writeFile(path, content, { flag: 'wx', mode: 0o600 })
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
