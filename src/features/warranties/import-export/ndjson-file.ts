import { AppError, type Issue, issue } from '../../../platform/errors.ts'
import { readInput } from '../../../platform/files.ts'
import { parseJson } from '../../../platform/json.ts'
import type { Registration } from '../records/registration.ts'
import { CreateBody } from '../schemas.ts'
import { checkEarlierOwner, type EarlierOwner } from './registration-issues.ts'
import { checkAgainstFile, type RegistrationRow } from './registration-rows.ts'

type Line = RegistrationRow & { line: number }

interface NdjsonFile {
  rows: Line[]
  /** Fields that the import ignores. */
  ignored: string[]
}

const LF = 10
/** Read beside the fields of a registration. */
const OTHER_FIELDS = new Set(['brand', 'warranty_end_date', 'history'])

/**
 * Reads warranties as `export --format ndjson` writes them, a record a line.
 * @throws AppError when the file cannot be read
 */
export async function readNdjson(file: string, brand: { id: number; slug: string }): Promise<NdjsonFile> {
  const bytes = await readInput(file)
  const ignored = new Set<string>()
  const rows: Line[] = []
  for (const [line, text] of splitLines(bytes)) {
    if (text.toString('utf8').trim() === '') continue
    const { record, issues } = parseLine(text)
    const row = issues.length > 0 ? emptyRow(brand, issues) : readRecord(record, brand, ignored)
    rows.push({ line, ...row })
  }
  return { rows, ignored: [...ignored] }
}

function* splitLines(bytes: Buffer): Generator<[line: number, text: Buffer]> {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(LF, start)
    yield [line, bytes.subarray(start, end === -1 ? bytes.length : end)]
    start = end === -1 ? bytes.length : end + 1
  }
}

function parseLine(text: Buffer): { record: Record<string, unknown>; issues: Issue[] } {
  try {
    const record = parseJson(text, 'The record')
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) {
      return { record: record as Record<string, unknown>, issues: [] }
    }
    return { record: {}, issues: [{ field: '', message: 'The record is not a JSON object.' }] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { record: {}, issues: [{ field: '', message: error.message }] }
  }
}

function emptyRow(brand: { id: number }, issues: Issue[]): RegistrationRow {
  const registration = { brand_id: brand.id } as unknown as Registration
  return { registration, earlier: [], transferNotes: null, issues, warnings: [] }
}

function readRecord(
  record: Record<string, unknown>,
  brand: { id: number; slug: string },
  ignored: Set<string>,
): RegistrationRow {
  const body: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(record)) {
    if (field in CreateBody.properties && field !== 'brand_id') body[field] = value
    else if (!OTHER_FIELDS.has(field)) ignored.add(field)
  }
  const registration = { ...body, brand_id: brand.id } as unknown as Registration
  const file = { brand: asComparable(record.brand), endDate: asComparable(record.warranty_end_date) }
  const issues = checkAgainstFile(registration, file, brand)
  const { earlier, transferNotes, ...history } = readHistory(record.history, registration)
  return { registration, earlier, transferNotes, issues: [...issues, ...history.issues], warnings: [] }
}

/** Reads the owners of an exported record. The last one is the current owner, whose fields are in the record itself. */
function readHistory(
  history: unknown,
  { registration_date }: Registration,
): Pick<RegistrationRow, 'earlier' | 'transferNotes' | 'issues'> {
  if (history === undefined || history === null) return { earlier: [], transferNotes: null, issues: [] }
  const owners: unknown[] = Array.isArray(history) ? history : [null]
  if (owners.length === 0 || owners.some((owner) => typeof owner !== 'object' || owner === null)) {
    return { earlier: [], transferNotes: null, issues: [issue('history', 'must be a list of owners')] }
  }
  const present = owners.at(-1) as Partial<EarlierOwner>
  const earlier = owners.slice(0, -1) as EarlierOwner[]
  const issues = earlier.flatMap((owner, index) =>
    checkEarlierOwner(owner).map(({ message }) => ofOwner(index, message)),
  )
  const dates = [...earlier.slice(1), { registration_date }]
  for (const [index, owner] of earlier.entries()) {
    const next = dates[index]!.registration_date
    if (issues.length === 0 && (owner.transfer_date !== next || next < owner.registration_date)) {
      issues.push(ofOwner(index, 'Transfer date must be the registration date of the next owner.'))
    }
  }
  if (present.transfer_date || present.registration_date !== registration_date) {
    issues.push(issue('history', 'must end with the current owner, who has no transfer_date'))
  }
  return { earlier, transferNotes: asText(present.transfer_notes)?.trim() || null, issues }
}

function ofOwner(index: number, message: string): Issue {
  return { field: 'history', message: `History, owner ${index + 1}: ${message}` }
}

function asComparable(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
