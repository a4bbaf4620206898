import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A town by the water, with one of its postal codes and its position in degrees. */
export interface Place {
  country: 'US' | 'CA' | 'DE' | 'AU'
  city: string
  state: string
  postalCode: string
  latitude: number
  longitude: number
}

const LINES = readFileSync(join(import.meta.dirname, 'places.csv'), 'utf8')
  .trim()
  .split('\n')

export const PLACES = Object.groupBy(LINES.map(read), ({ country }) => country) as Record<
  Place['country'],
  Place[]
>

function read(line: string): Place {
  const [country, city = '', state = '', postalCode = '', latitude, longitude] = line.split(',')
  return {
    country: country as Place['country'],
    ...{ city, state, postalCode },
    ...{ latitude: Number(latitude), longitude: Number(longitude) },
  }
}
