/** Prints where a server's time went: `node bench/profile.ts FILE.cpuprofile [lines]`, with a file of `--profile FOLDER`. */
import { readFileSync } from 'node:fs'

interface Node {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

interface Profile {
  nodes: Node[]
  samples: number[]
  timeDeltas: number[]
}

const IDLE = new Set(['(idle)', '(root)', '(program)'])

const [file, lines = '40'] = process.argv.slice(2)
if (!file) throw new Error('Name a .cpuprofile file.')
const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile

const selfById = new Map<number, number>()
for (const [index, id] of profile.samples.entries()) {
  selfById.set(id, (selfById.get(id) ?? 0) + profile.timeDeltas[index]!)
}
const byFunction = new Map<string, number>()
const byPlace = new Map<string, number>()
let busy = 0
for (const { id, callFrame } of profile.nodes) {
  const self = selfById.get(id) ?? 0
  if (self === 0 || IDLE.has(callFrame.functionName)) continue
  busy += self
  const place = placeOf(callFrame.url)
  const name = `${callFrame.functionName || '(anonymous)'}  ${shorten(callFrame.url)}:${callFrame.lineNumber + 1}`
  byFunction.set(name, (byFunction.get(name) ?? 0) + self)
  byPlace.set(place, (byPlace.get(place) ?? 0) + self)
}

print('Self time by place', byPlace)
print('Self time by function', byFunction)

function print(title: string, times: Map<string, number>): void {
  console.log(`\n${title}, of ${(busy / 1e6).toFixed(1)} s busy`)
  const sorted = [...times].sort((a, b) => b[1] - a[1]).slice(0, Number(lines))
  for (const [name, micros] of sorted) {
    console.log(`${((100 * micros) / busy).toFixed(1).padStart(6)} %  ${name}`)
  }
}

/** A package, a part of the runtime, or a part of Transom. */
function placeOf(url: string): string {
  const [, library] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (library) return library
  if (url.startsWith('node:')) return 'node'
  return (
    /\/(src\/(?:features|platform)\/[^/]+)/.exec(url)?.[1] ??
    (url ? 'transom' : 'native and garbage collector')
  )
}

function shorten(url: string): string {
  return url.replace(/^.*\/(node_modules|src)\//, '$1/')
}
