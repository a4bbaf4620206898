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
): string {
  const hash = createHash('sha256')
  hash.update(`${BODY_FORMAT} ${directory.slug} ${directory.fallback}\n`)
  for (const chunk of directory.json.chunks()) hash.update(chunk)
  hash.update(JSON.stringify(countries))
  hash.update(directory.approximate)
  const idOf = (dealer: number) => directory.ids[dealer]!
  for (const [country, postalCode] of directory.territories.codes()) {
    hash.update(JSON.stringify([country, directory.territories.explain(country, postalCode, idOf)]))
  }
  return hash.digest('base64url').slice(0, REVISION_CHARACTERS)
}
