import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Badge } from '../../ui/message.tsx'
import { Card } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Day } from '../../ui/time.tsx'
import { Timeline, TimelineItem } from '../../ui/timeline.tsx'
import { nameOf } from './owner.ts'

const t = text.warranties.record

/** Everyone who owned the boat, the present owner first. */
export function OwnersTab({ id }: { id: number }) {
  const query = useQuery(read('/admin/v1/warranties/{id}/history', { path: { id } }))
  return (
    <Loaded query={query}>
      {({ data }) => (
        <Card>
          <Timeline>
            {data.history.toReversed().map((owner, place) => (
              <TimelineItem
                // biome-ignore lint/suspicious/noArrayIndexKey: owners have nothing else that tells them apart
                key={place}
                current={place === 0}
                title={
                  <>
                    {nameOf(owner)} {place === 0 && <Badge tone="info">{t.present}</Badge>}
                  </>
                }
                when={
                  <>
                    <Day on={owner.registration_date} />
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
                {owner.transfer_notes && <p>{owner.transfer_notes}</p>}
              </TimelineItem>
            ))}
          </Timeline>
        </Card>
      )}
    </Loaded>
  )
}
