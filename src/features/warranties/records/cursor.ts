/** The last warranty of a page, by fields that its caller sees. An id would reveal how many others there are. */
export interface Position {
  createdAt: number
  brandId: number
  hin: string
}

/** Returns the opaque text for a position. */
export function writeCursor({ createdAt, brandId, hin }: Position): string {
  return Buffer.from(`${createdAt.toString(36)}.${brandId.toString(36)}.${hin}`).toString('base64url')
}

/** Returns the position of a cursor; undefined unless `writeCursor` made it. */
export function readCursor(cursor: string): Position | undefined {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, createdAt, brandId, hin] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9A-Z]{12})$/.exec(text) ?? []
  if (!createdAt || !brandId || !hin) return undefined
  const position = { createdAt: Number.parseInt(createdAt, 36), brandId: Number.parseInt(brandId, 36), hin }
  const isValid = Number.isSafeInteger(position.createdAt) && Number.isSafeInteger(position.brandId)
  return isValid && writeCursor(position) === cursor ? position : undefined
}
