import { expect, test } from 'vitest'
import { hilbertIndex } from './hilbert.ts'

const SIDE = 64
/** Places on the curve that one of 64 × 64 cells takes up. */
const CELL = 2 ** 30 / SIDE ** 2

test('the curve enters every cell once, each time from the one beside it', () => {
  const cells: [number, number][] = []
  for (let column = 0; column < SIDE; column++) {
    for (let row = 0; row < SIDE; row++) {
      const index = hilbertIndex(-90 + (180 * (row + 0.5)) / SIDE, -180 + (360 * (column + 0.5)) / SIDE)
      cells[Math.floor(index / CELL)] = [column, row]
    }
  }
  expect(Object.keys(cells).length).toBe(SIDE ** 2)
  const steps = cells.slice(1).map(([column, row], index) => {
    const [lastColumn, lastRow] = cells[index]!
    return Math.abs(column - lastColumn) + Math.abs(row - lastRow)
  })
  expect(new Set(steps)).toEqual(new Set([1]))
})

test('the corners of the map, and what lies beyond, are on it', () => {
  for (const [latitude, longitude] of [
    [90, 180],
    [-90, -180],
    [90, 540],
  ] as const) {
    const index = hilbertIndex(latitude, longitude)
    expect(Number.isInteger(index) && index >= 0 && index < 2 ** 30).toBe(true)
  }
})
