import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Centroids, loadCentroids } from './centroids.ts'

const scratch = mkdtempSync(join(tmpdir(), 'transom-centroids-'))
afterAll(() => rmSync(scratch, { recursive: true }))

let made = 0
const freshFolder = () => join(scratch, String(made++))

describe('what is known', () => {
  let centroids: Centroids
  beforeAll(async () => {
    centroids = await loadCentroids()
  })

  test('a ZIP, by all five digits', () => {
    expect(centroids.locate('US', '75067')).toEqual({ latitude: 33.0198, longitude: -96.9925 })
    expect(centroids.locate('US', '75000')).toBeNull()
  })

  test('a Canadian code, by its FSA', () => {
    expect(centroids.locate('CA', 'K1A 0B1')).toEqual({ latitude: 45.4207, longitude: -75.7023 })
    expect(centroids.locate('CA', 'V0N 1A0')).toBeNull()
  })

  test('the prefix of an unknown ZIP', () => {
    expect(centroids.locatePrefix('75000')?.latitude).toBeCloseTo(33, 0)
    expect(centroids.locatePrefix('96800')?.longitude).toBeCloseTo(-157.9, 0)
    expect(centroids.locatePrefix('00000')).toBeNull()
  })

  test.each(['09001', '09123', '34001', '96201', '96699'])('nothing for the military ZIP %s', (zip) => {
    expect(centroids.locate('US', zip)).toBeNull()
    expect(centroids.locatePrefix(zip)).toBeNull()
  })
})

describe('where the table comes from', () => {
  test('it is built where no folder has it, and read from there the next time', async () => {
    const cache = freshFolder()
    const built = await loadCentroids({ cache })
    const [file] = readdirSync(cache)
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^centroids-\d-[0-9.]+-[0-9.]+\.bin$/)])
    expect(readFileSync(join(cache, file!)).byteLength).toBeLessThan(1_000_000)

    const times = []
    for (let i = 0; i < 5; i++) {
      const start = performance.now()
      const read = await loadCentroids({ cache })
      times.push(performance.now() - start)
      expect(read.locate('US', '75067')).toEqual(built.locate('US', '75067'))
    }
    expect(Math.min(...times)).toBeLessThan(50)
  })

  test('a damaged file is built again', async () => {
    const cache = freshFolder()
    await loadCentroids({ cache })
    const file = join(cache, readdirSync(cache)[0]!)
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, 1000))
    expect((await loadCentroids({ cache })).locate('US', '75067')).not.toBeNull()
    expect(readFileSync(file).equals(whole)).toBe(true)
  })

  test('another folder is used where the cache is read-only', async () => {
    const blocked = join(freshFile(), 'cache')
    const data = freshFolder()
    expect((await loadCentroids({ cache: blocked, folders: [data] })).locate('US', '75067')).not.toBeNull()
    expect(readdirSync(data)).toHaveLength(1)
  })

  test('no writable folder at all does no harm', async () => {
    const centroids = await loadCentroids({ cache: join(freshFile(), 'cache') })
    expect(centroids.locate('US', '75067')).not.toBeNull()
  })

  test('concurrent starts leave one complete file', async () => {
    const cache = freshFolder()
    const all = await Promise.all([1, 2, 3].map(() => loadCentroids({ cache })))
    for (const centroids of all) expect(centroids.locate('US', '75067')).not.toBeNull()
    expect(readdirSync(cache)).toHaveLength(1)
  })
})

/** A folder cannot be made below a file, not even by root. */
function freshFile(): string {
  const path = freshFolder()
  writeFileSync(path, '')
  return path
}
