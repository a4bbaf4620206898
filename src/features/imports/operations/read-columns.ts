import { recognizeColumns } from '../../../platform/imports/columns.ts'
import { parseBeginning } from '../../../platform/imports/csv-file.ts'
import { guessKind } from '../../../platform/imports/file-kinds.ts'
import type { Principal } from '../../../platform/principal.ts'
import { authorizeKind, type Kind } from '../kinds.ts'
import type { FileColumns } from '../record.ts'

/** The first bytes of a file, which have its header and some rows. */
export const MOST_BYTES_OF_BEGINNING = 65_536

const MOST_ROWS = 20
const MOST_EXAMPLES = 3
const MOST_CHARACTERS = 60

/**
 * Returns the columns of a file from its first bytes, each with the field that its name stands for. Stores nothing.
 * @throws Invalid (VALIDATION_ERROR) where they can't be read
 */
export async function readColumns(
  { principal }: { principal: Principal },
  { kind }: { kind: Kind },
  bytes: Buffer,
): Promise<FileColumns> {
  authorizeKind(principal, kind)
  const { header, rows } = await parseBeginning('The file', bytes, MOST_ROWS)
  const { fields, required } = await fieldsOf(kind)
  const recognized = recognizeColumns(header, fields)
  const columns = header.flatMap((name, position) => {
    if (name === '') return []
    const cells = new Set(rows.map(({ cells }) => (cells[position] ?? '').slice(0, MOST_CHARACTERS)))
    const examples = [...cells].filter(Boolean).slice(0, MOST_EXAMPLES)
    return { name, field: recognized[position]!, examples }
  })
  return {
    columns,
    fields: Object.keys(fields),
    required: required.map((anyOf) => [...anyOf]),
    looks_like: guessKind(header)?.kind ?? null,
  }
}

interface Fields {
  /** With the other names of their columns. */
  fields: Readonly<Record<string, readonly string[]>>
  required: readonly (readonly string[])[]
}

/** A server without imports never loads how files are read. */
async function fieldsOf(kind: Kind): Promise<Fields> {
  if (kind === 'warranties') {
    const { REGISTRATION_COLUMNS, REQUIRED_COLUMNS } = await import('../../warranties/index.ts')
    return { fields: REGISTRATION_COLUMNS, required: REQUIRED_COLUMNS }
  }
  const imports = await import('../../dealer-imports/index.ts')
  return kind === 'dealers'
    ? { fields: imports.DEALER_COLUMNS, required: imports.REQUIRED_OF_DEALERS }
    : { fields: imports.TERRITORY_COLUMNS, required: imports.REQUIRED_OF_TERRITORIES }
}
