import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, ifMatch, type Schemas, unwrap } from '../../../api/client.ts'
import { useMay } from '../../../api/session.ts'
import { text } from '../../../text/text.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notices.tsx'
import { Section } from '../../../ui/page.tsx'
import { LoadingMap } from '../../../ui/states.tsx'

const t = text.dealers.map
const PinMap = lazy(() => import('./pin-map.tsx'))

interface Point {
  latitude: number
  longitude: number
}

/** The dealer on a map. A dragged pin is saved after a question. */
export function Location({ dealer, etag }: { dealer: Schemas['Dealer']; etag: string | null }) {
  const mayWrite = useMay()('dealers:write')
  const queryClient = useQueryClient()
  const [point, setPoint] = useState<Point>()
  const { id, name } = dealer
  const { latitude, longitude } = point ?? dealer
  if (latitude === null || longitude === null) return null
  const move = async () => {
    const init = { params: { path: { id } }, headers: ifMatch(etag) }
    await unwrap(api.PATCH('/admin/v1/dealers/{id}', { ...init, body: { latitude, longitude } }))
    await queryClient.invalidateQueries()
    notify(t.moved)
  }
  return (
    <Section title={text.dealers.location}>
      {mayWrite && <p className="muted">{t.drag}</p>}
      <Suspense fallback={<LoadingMap small />}>
        <PinMap
          {...{ name, latitude, longitude }}
          onMove={mayWrite ? (latitude, longitude) => setPoint({ latitude, longitude }) : undefined}
        />
      </Suspense>
      {point && (
        <ConfirmDialog
          title={t.moveTitle(name)}
          action={t.move}
          danger={false}
          onConfirm={move}
          onClose={() => setPoint(undefined)}
        >
          <p>{t.moveText(latitude, longitude)}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}
