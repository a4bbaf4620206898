import { describe, expect, test } from 'vitest'
import { numberOf } from './locator.ts'
import { SelectionCache, type SelectionKey } from './selection-cache.ts'
import { SelectionRows } from './selection-rows.ts'
import type { Selection } from './types.ts'

const KEY: SelectionKey = {
  place: { latitude: 33.04, longitude: -97 },
  country: 0,
  limit: 10,
  maxDistanceMiles: 250,
}

function selection(...rows: [dealer: number, matchType: number, miles: number][]): Selection {
  const selected = new SelectionRows()
  for (const [dealer, matchType, miles] of rows) selected.push(dealer, matchType, miles)
  return selected
}

function rowsOf(selected: Selection | undefined) {
  return (
    selected &&
    Array.from({ length: selected.count }, (_, row) => [
      selected.dealers[row],
      selected.matchTypes[row],
      selected.miles[row],
    ])
  )
}

describe('SelectionCache', () => {
  test('gives back what was put in, distances rounded', () => {
    const cache = new SelectionCache(4096)
    expect(cache.get(KEY)).toBeUndefined()
    cache.set(KEY, selection([2 ** 30 - 1, 0, 12436.8155], [0, 1, 0], [5, 2, 0.004999], [6, 3, 1.005]))
    expect(rowsOf(cache.get(KEY))).toEqual([
      [2 ** 30 - 1, 0, 12436.82],
      [0, 1, 0],
      [5, 2, 0],
      [6, 3, 1],
    ])
  })

  test('remembers that there is nothing', () => {
    const cache = new SelectionCache(4096)
    cache.set(KEY, selection())
    expect(rowsOf(cache.get(KEY))).toEqual([])
  })

  test.each<Partial<SelectionKey>>([
    { place: { latitude: 33.04000000000001, longitude: -97 } },
    { place: { latitude: 33.04, longitude: 97 } },
    { country: 1 },
    { limit: 11 },
    { maxDistanceMiles: 250.5 },
  ])('tells keys apart by %o', (difference) => {
    const cache = new SelectionCache(4096)
    cache.set(KEY, selection([1, 1, 5]))
    expect(cache.get({ ...KEY, ...difference })).toBeUndefined()
    cache.set({ ...KEY, ...difference }, selection([2, 1, 6]))
    expect(rowsOf(cache.get(KEY))).toEqual([[1, 1, 5]])
    expect(rowsOf(cache.get({ ...KEY, ...difference }))).toEqual([[2, 1, 6]])
  })

  test('holds the latest and lets the oldest go, round after round', () => {
    const cache = new SelectionCache(4096)
    const keyOf = (number: number) => ({ ...KEY, place: { latitude: number / 100, longitude: 0 } })
    for (let number = 0; number < 5000; number++) {
      cache.set(keyOf(number), selection([number, 1, number], [number + 1, 2, 0]))
      expect(rowsOf(cache.get(keyOf(number)))).toEqual([
        [number, 1, number],
        [number + 1, 2, 0],
      ])
      if (number >= 100) expect(cache.get(keyOf(number - 100))).toBeUndefined()
    }
  })

  test('is not taken in by memory that looks like a key', () => {
    const cache = new SelectionCache(4096)
    const zeros: SelectionKey = {
      place: { latitude: 0, longitude: 0 },
      country: 0,
      limit: 0,
      maxDistanceMiles: 0,
    }
    expect(cache.get(zeros)).toBeUndefined()
    cache.set(KEY, selection())
    cache.set(zeros, selection([1, 1, 5]))
    const zeroRows = selection(...Array.from({ length: 20 }, (): [number, number, number] => [0, 0, 0]))
    for (let limit = 1; limit <= 30; limit++) cache.set({ ...KEY, limit }, zeroRows)
    expect(cache.get(zeros)).toBeUndefined()
  })

  test('makes a selection for every ZIP code there is once, in 8 MiB, however often they are asked for', () => {
    const cache = new SelectionCache(8 * 2 ** 20)
    const keys = Array.from({ length: 42_000 }, (_, number) => ({
      ...KEY,
      place: { latitude: numberOf(`${2 * number}`.padStart(5, '0')), longitude: 1_000 },
    }))
    const ten = selection(...Array.from({ length: 10 }, (_, row): [number, number, number] => [row, 1, row]))
    let made = 0
    for (let round = 0; round < 4; round++) {
      for (const key of keys) {
        if (cache.get(key)) continue
        cache.set(key, ten)
        made++
      }
    }
    expect(made).toBe(keys.length)
  })

  test('does not let one great selection push out the rest', () => {
    const cache = new SelectionCache(4096)
    cache.set(KEY, selection([1, 1, 5]))
    const country = { ...KEY, country: 1 }
    cache.set(country, selection(...Array.from({ length: 60 }, (): [number, number, number] => [3, 1, 1])))
    expect(cache.get(country)).toBeUndefined()
    expect(rowsOf(cache.get(KEY))).toEqual([[1, 1, 5]])
  })
})
