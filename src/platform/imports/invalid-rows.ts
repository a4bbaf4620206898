import { stat, writeFile } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { csvLine } from '../csv-cell.ts'
import type { CsvFile, RowNote } from './csv-file.ts'
import { readable } from './describe-report.ts'

const OWN_COLUMNS = ['line', 'reason']

/**
 * Writes the rows that were not taken beside their file, in its form, with the line and the reason of each before
 * them: once mended, it can be imported as it stands. The new file is readable by its owner alone, as its rows may
 * be of persons. Returns its name; null, and writes nothing, where what was read is no file but a pipe or the like.
 */
export async function writeInvalidRows(
  file: string,
  { header, rows, delimiter }: CsvFile,
  faults: readonly RowNote[],
): Promise<string | null> {
  if (!(await hasFolder(file))) return null
  // Lines and reasons of an earlier run make way for the new ones.
  const skipped = OWN_COLUMNS.every((column, position) => header[position] === column)
    ? OWN_COLUMNS.length
    : 0
  const reasons = Map.groupBy(faults, (fault) => fault.line)
  const table = [[...OWN_COLUMNS, ...header.slice(skipped)]]
  for (const { line, cells } of rows) {
    const own = reasons.get(line)
    if (!own) continue
    const reason = own.map((fault) => readable(fault.message)).join('; ')
    table.push([String(line), reason, ...cells.slice(skipped)])
  }
  const lines = table.map((cells) => csvLine(cells, delimiter))
  // Excel takes a file without the mark for Windows-1252.
  return writeBeside(file, `\ufeff${lines.join('')}`)
}

/** What `/dev/stdin` stands for may be a file, but its name and folder are not those of the file. */
async function hasFolder(file: string): Promise<boolean> {
  return !/^\/(dev\/(stdin$|fd\/)|proc\/)/.test(resolve(file)) && (await stat(file)).isFile()
}

/** Writes to the first name that nobody has: somebody may be mending the rows of an earlier run. */
async function writeBeside(file: string, content: string): Promise<string> {
  const { dir, name } = parse(file)
  for (let number = 1; ; number++) {
    const path = join(dir, `${name}.faulty${number === 1 ? '' : `-${number}`}.csv`)
    try {
      await writeFile(path, content, { flag: 'wx', mode: 0o600 })
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
