import { type Command, Option } from 'commander'
import type { Db, Reader } from '../db/db.ts'
import { AppError } from '../errors.ts'
import type { ExportFormat, ExportPart } from '../export-text.ts'
import { writeCompleteFile, writeTo } from '../write-output.ts'
import { type Output, toJson } from './output.ts'

/** The options of every export command. */
export interface ExportFlags {
  format: ExportFormat
  output?: string
  json?: boolean
}

/** Adds the options of `ExportFlags` to a command. */
export function addExportOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'CSV (RFC 4180), or a JSON record a line')
        .choices(['csv', 'ndjson'])
        .default('csv'),
    )
    .option('--output <file>', 'Write to this file, which only you can read, instead of standard output')
    .option('--json', 'With --output: print the result as JSON')
    .hook('preAction', () => {
      const { output, json } = command.opts<ExportFlags>()
      if (!json || output !== undefined) return
      throw new AppError('VALIDATION_ERROR', '--json needs --output: standard output is the export itself.')
    })
}

/**
 * Writes an export of one moment to the file or to standard output. For a file, reports the number of rows of the
 * `noun`, such as `Leads`.
 */
export async function runExport(
  db: Db,
  noun: string,
  listParts: (reader: Reader) => AsyncIterable<ExportPart>,
  { output: file, json }: ExportFlags,
  { print, note, stdout }: Output,
): Promise<void> {
  let written = 0
  async function* texts(reader: Reader) {
    for await (const { text, rows } of listParts(reader)) {
      yield text
      written += rows
    }
  }
  await db.snapshot((reader) =>
    file === undefined ? writeTo(stdout, texts(reader)) : writeCompleteFile(file, texts(reader)),
  )
  if (json) print(toJson({ written, file }))
  else if (file !== undefined) note(`${noun} written to ${file}: ${written}.`)
}
