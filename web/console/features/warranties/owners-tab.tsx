import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { withSearch } from '../../app/search.ts'
import { text } from '../../text/text.ts'
import { Badge } from '../../ui/message.tsx'
import { Card } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Day } from '../../ui/time.tsx'
import { Timeline, TimelineItem } from '../../ui/timeline.tsx'
import { CorrectOwnerDialog } from './correct-owner-dialog.tsx'
import { nameOf } from './owner.ts'

type Owner = Schemas['WarrantyOwner']

const t = text.warranties
const route = getRouteApi('/_frame/warranties/$id')

/** Everyone who owned the boat, the current owner first. Each one's dates can be corrected. */
export function OwnersTab({
  id,
  etag,
  onClose,
}: {
  id: number
  /** The warranty's id. */
  etag: string | null
  onClose: () => Promise<void>
}) {
  const query = useQuery(read('/admin/v1/warranties/{id}/history', { path: { id } }))
  const mayCorrect = useMay()('warranty:correct')
  const { do: action, owner: number = 0 } = route.useSearch()
  return (
    <Loaded query={query}>
      {({ data: { history } }) => {
        const chosen = history[number - 1]
        return (
          <Card>
            <Timeline>
              {history
                .map((owner, index) => (
                  <OwnerItem
                    // biome-ignore lint/suspicious/noArrayIndexKey: owners have nothing else that tells them apart
                    key={index}
                    owner={owner}
                    number={index + 1}
                    isPresent={index === history.length - 1}
                    mayCorrect={mayCorrect}
                  />
                ))
                .reverse()}
            </Timeline>
            {action === 'correct-owner' && mayCorrect && chosen && (
              <CorrectOwnerDialog id={id} number={number} owner={chosen} etag={etag} onClose={onClose} />
            )}
          </Card>
        )
      }}
    </Loaded>
  )
}

function OwnerItem({
  owner,
  number,
  isPresent,
  mayCorrect,
}: {
  owner: Owner
  number: number
  isPresent: boolean
  mayCorrect: boolean
}) {
  return (
    <TimelineItem
      current={isPresent}
      title={
        <>
          {nameOf(owner)} {isPresent && <Badge tone="info">{t.record.present}</Badge>}
        </>
      }
      when={
        <>
          {isPresent && t.record.since} <Day on={owner.registration_date} />
          {owner.transfer_date && (
            <>
              {' – '}
              <Day on={owner.transfer_date} />
            </>
          )}
        </>
      }
    >
      <p className="muted">{[owner.email, owner.phone].filter(Boolean).join(' · ')}</p>
      {owner.purchase_date && (
        <p className="muted">
          {t.purchased} <Day on={owner.purchase_date} />
        </p>
      )}
      {owner.transfer_notes && <p>{owner.transfer_notes}</p>}
      {mayCorrect && (
        <Link to="." search={withSearch({ do: 'correct-owner', owner: number })} resetScroll={false}>
          {t.correctOwner.action} <span className="hidden-visually">{nameOf(owner)}</span>
        </Link>
      )}
    </TimelineItem>
  )
}
