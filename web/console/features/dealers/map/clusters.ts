import type { ClusterRequest, Mark } from './cluster-worker.ts'

export type { Mark } from './cluster-worker.ts'

type Call<R = ClusterRequest> = R extends unknown ? Omit<R, 'id'> : never

/** Groups near points in a thread of its own: with many thousands it would keep the page from answering. */
export function startClusters() {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (result: never) => void>()
  let last = 0
  worker.onmessage = ({ data: { id, result } }: MessageEvent<{ id: number; result: never }>) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
  }
  const ask = <T>(call: Call, transferred: Transferable[] = []) =>
    new Promise<T>((resolve) => {
      last += 1
      waiting.set(last, resolve)
      worker.postMessage({ id: last, ...call }, transferred)
    })
  return {
    load(points: readonly { longitude: number; latitude: number }[]): Promise<void> {
      const coordinates = new Float64Array(2 * points.length)
      for (const [i, { longitude, latitude }] of points.entries()) {
        coordinates[2 * i] = longitude
        coordinates[2 * i + 1] = latitude
      }
      return ask({ load: coordinates }, [coordinates.buffer])
    },
    /** Returns the marks in a part of the map, for a zoom. */
    find: (box: [number, number, number, number], zoom: number) => ask<Mark[]>({ find: { box, zoom } }),
    /** Returns the zoom from which a cluster is several marks. */
    closer: (cluster: number) => ask<number>({ closer: cluster }),
    stop: () => worker.terminate(),
  }
}
