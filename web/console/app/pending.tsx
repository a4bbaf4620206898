import { Loading } from '../ui/states.tsx'

/** Shown while the first page takes long. */
export function BarePending() {
  return (
    <main className="bare">
      <Loading />
    </main>
  )
}
