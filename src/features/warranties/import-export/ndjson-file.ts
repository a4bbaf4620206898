import { AppError } from '../../../platform/errors.ts'
import { readInput } from '../../../platform/files.ts'
import { parseJson } from '../../../platform/json.ts'
import type { Registration } from '../operations/create-warranty.ts'
import { CreateBody } from '../schemas.ts'
import { type EarlierOwner, faultsOfEarlierOwner } from './registration-issues.ts'
import { judge, type RegistrationRow } from './registration-rows.ts'

type Line = RegistrationRow & { line: number }

interface NdjsonFile {
  rows: Line[]
  /** Fields that mean nothing to the import. */
  ignored: string[]
}

const LF = 10
/** Read beside the fields of a registration. */
const BESIDE = new Set(['brand', 'warranty_end_date', 'history'])

/** Reads warranties as `export --format ndjson` writes them, a record a line. Throws AppError without one. */
export async function readNdjson(file: string, brand: { id: number; slug: string }): Promise<NdjsonFile> {
  const bytes = await readInput(file)
  const ignored = new Set<string>()
  const rows: Line[] = []
  for (const [line, text] of splitLines(bytes)) {
    if (text.toString('utf8').trim() === '') continue
    const { record, faults } = parseLine(text)
    rows.push({ line, ...readRecord(record, brand, faults, ignored) })
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

function parseLine(text: Buffer): { record: Record<string, unknown>; faults: string[] } {
  try {
    const record = parseJson(text, 'the line')
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) {
      return { record: record as Record<string, unknown>, faults: [] }
    }
    return { record: {}, faults: ['is no JSON object'] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { record: {}, faults: [error.message.replace(/\(line \d+ /, '(').replace(/\.$/, '')] }
  }
}

function readRecord(
  record: Record<string, unknown>,
  brand: { id: number; slug: string },
  broken: string[],
  ignored: Set<string>,
): RegistrationRow {
  const body: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(record)) {
    if (field in CreateBody.properties && field !== 'brand_id') body[field] = value
    else if (!BESIDE.has(field)) ignored.add(field)
  }
  const registration = { ...body, brand_id: brand.id } as unknown as Registration
  if (broken.length > 0) return { registration, earlier: [], transferNotes: null, faults: broken }
  const file = { brand: written(record.brand), endDate: written(record.warranty_end_date) }
  const faults = judge(registration, file, brand)
  const { earlier, transferNotes, ...history } = readHistory(record.history, registration)
  return { registration, earlier, transferNotes, faults: [...faults, ...history.faults] }
}

/** The owners of an exported record: the last one is the present owner, whom the record itself tells of. */
function readHistory(
  history: unknown,
  { registration_date }: Registration,
): Pick<RegistrationRow, 'earlier' | 'transferNotes' | 'faults'> {
  if (history === undefined || history === null) return { earlier: [], transferNotes: null, faults: [] }
  const owners: unknown[] = Array.isArray(history) ? history : [null]
  if (owners.length === 0 || owners.some((owner) => typeof owner !== 'object' || owner === null)) {
    return { earlier: [], transferNotes: null, faults: ['history must be a list of owners'] }
  }
  const present = owners.at(-1) as Partial<EarlierOwner>
  const earlier = owners.slice(0, -1) as EarlierOwner[]
  const faults = earlier.flatMap((owner, index) =>
    faultsOfEarlierOwner(owner).map((fault) => `history.${index}.${fault}`),
  )
  const dates = [...earlier.slice(1), { registration_date }]
  for (const [index, owner] of earlier.entries()) {
    const next = dates[index]!.registration_date
    if (faults.length === 0 && (owner.transfer_date !== next || next < owner.registration_date)) {
      faults.push(`history.${index}.transfer_date must be the day on which the next owner was registered`)
    }
  }
  if (present.transfer_date || present.registration_date !== registration_date) {
    faults.push('history must end with the present owner, without transfer_date')
  }
  return { earlier, transferNotes: asText(present.transfer_notes)?.trim() || null, faults }
}

/** What is no text is compared as what it looks like. */
function written(value: unknown): string | undefined {
  return value === undefined || value === null
    ? undefined
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
