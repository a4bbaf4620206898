import { createHash } from 'node:crypto'
import type { Directory } from './directory.ts'

/** Raise it when the same dealers are to be answered in other bytes. */
const BODY_FORMAT = 1

const REVISION_CHARACTERS = 16

/**
 * Digest of all that answers are made of, 96 bits in base64url. Content rather than a counter, so that an
 * entity tag given by one process holds in every other, and over a restart.
 */
export function revisionOf(
  directory: Omit<Directory, 'revision'>,
  countries: readonly (string | null)[],
  jsonDigest: Buffer,
): string {
  return createHash('sha256')
    .update(JSON.stringify([BODY_FORMAT, directory.slug, directory.fallback, countries]))
    .update(jsonDigest)
    .update(directory.approximate)
    .update(JSON.stringify([...directory.territories.entries()]))
    .digest('base64url')
    .slice(0, REVISION_CHARACTERS)
}
