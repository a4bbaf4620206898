import { createHmac, hkdfSync } from 'node:crypto'
import { appendFile, chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyId } from '../access/index.ts'
import type { Erasure } from './queries.ts'

const FILE = 'erasures'

/**
 * Remembers who was erased, by keyed hashes of the addresses: in the database, and in a file of DATA_DIR, which a restored
 * database does not replace.
 */
export interface ErasureLog {
  /** Returns the hashes of an address, the first one by the current key. */
  hashesOf(emailKey: string): [Omit<Erasure, 'erased_at'>, ...Omit<Erasure, 'erased_at'>[]]
  /** Returns whether the erasure's key is known, so that its address can be recognized. */
  hasKeyOf(erasure: Erasure): boolean
  /** Adds an erasure to the file. */
  append(erasure: Erasure): Promise<void>
  /** Returns the erasures in the file. */
  read(): Promise<Erasure[]>
}

/**
 * Returns what an erasure is remembered by: the address, or the address in each of the brands that it was limited to.
 */
export function keysOf(emailKey: string, within: ReadonlySet<number> | undefined): string[] {
  return within === undefined ? [emailKey] : [...within].map((brandId) => `${brandId}:${emailKey}`)
}

/** @param secrets returns the secrets that sign tokens, the current one first */
export function createErasureLog({
  secrets,
  folder,
}: {
  secrets: () => readonly [string, ...string[]]
  folder: string
}): ErasureLog {
  const file = join(folder, FILE)
  let derived: { key: Buffer; key_id: string }[] | undefined
  // Only where they are needed: people are found and exported without them.
  const keys = () => {
    derived ??= secrets().map((secret) => ({
      key: Buffer.from(hkdfSync('sha256', secret, '', 'transom erasures', 32)),
      key_id: keyId(secret),
    }))
    return derived
  }
  return {
    hashesOf: (emailKey) =>
      keys().map(({ key, key_id }) => ({
        hash: createHmac('sha256', key).update(emailKey).digest('hex'),
        key_id,
      })) as ReturnType<ErasureLog['hashesOf']>,
    hasKeyOf: (erasure) => keys().some(({ key_id }) => key_id === erasure.key_id),
    async append(erasure) {
      await appendFile(file, `${JSON.stringify(erasure)}\n`, { mode: 0o600, flush: true })
      await chmod(file, 0o600)
    },
    async read() {
      const text = await readFile(file, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return ''
        throw error
      })
      return text.split('\n').flatMap(readLine)
    },
  }
}

/** A line that was cut off by a crash is skipped. */
function readLine(line: string): Erasure[] {
  try {
    const { hash, key_id, erased_at } = JSON.parse(line) as Erasure
    return [{ hash, key_id, erased_at }]
  } catch {
    return []
  }
}
