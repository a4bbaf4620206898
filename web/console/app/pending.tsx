import { Loading } from '../ui/states.tsx'

/** What is shown while the first page takes long. */
export function BarePending() {
  return (
    <main className="bare">
      <Loading />
    </main>
  )
}
