import { expect, test } from 'vitest'
import { CurveOrder } from './hilbert.ts'

const SIDE = 32

function idsAlongCurve(places: Parameters<CurveOrder['add']>[0][]): number[] {
  const order = new CurveOrder()
  for (const place of places) order.add(place)
  return order.ids()
}

test('the curve goes through every part of the map, each time to the one beside it', () => {
  const places = Array.from({ length: SIDE ** 2 }, (_, id) => ({
    id,
    latitude: -90 + (180 * (Math.floor(id / SIDE) + 0.5)) / SIDE,
    longitude: -180 + (360 * ((id % SIDE) + 0.5)) / SIDE,
  }))
  const ids = idsAlongCurve(places)
  expect(new Set(ids).size).toBe(SIDE ** 2)
  const steps = ids.slice(1).map((id, index) => {
    const last = ids[index]!
    return Math.abs((id % SIDE) - (last % SIDE)) + Math.abs(Math.floor(id / SIDE) - Math.floor(last / SIDE))
  })
  expect(new Set(steps)).toEqual(new Set([1]))
})

test('places at one spot stay in order, those without coordinates come last', () => {
  const spot = { latitude: 90, longitude: 180 }
  const places = [
    { id: 5, latitude: null, longitude: 0 },
    { id: 6, ...spot },
    { id: 3, latitude: 0, longitude: null },
    { id: 4, ...spot },
  ]
  expect(idsAlongCurve(places)).toEqual([6, 4, 5, 3])
})
