import { useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { ActorName } from '../../records/actor-name.tsx'
import { text } from '../../text/text.ts'
import { TextArea } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { Timeline, TimelineItem } from '../../ui/timeline.tsx'
import type { Lead } from './lead.ts'

const t = text.leads.notes

/** The notes about a lead, and a field for another note. */
export function Notes({ lead: { id, notes }, mayWrite }: { lead: Lead; mayWrite: boolean }) {
  const queryClient = useQueryClient()
  const form = useForm({ text: '' }, async (body) => {
    await unwrap(api.POST('/admin/v1/leads/{id}/note', { params: { path: { id } }, body }))
    form.set('text', '')
    notify(t.done)
    await queryClient.invalidateQueries()
  })
  return (
    <Section title={t.title}>
      <Card>
        <div className="stack">
          {notes.length === 0 && !mayWrite && <p className="muted">{t.none}</p>}
          {notes.length > 0 && (
            <Timeline>
              {notes.map(({ at, actor, text: note }) => (
                <TimelineItem
                  key={`${at} ${note}`}
                  title={<ActorName actor={actor} />}
                  when={<Time at={at} />}
                >
                  <p className="note">{note}</p>
                </TimelineItem>
              ))}
            </Timeline>
          )}
          {mayWrite && (
            <Form form={form} submit={t.add}>
              <TextArea label={t.label} {...form.text('text')} required rows={2} maxLength={5_000} />
            </Form>
          )}
        </div>
      </Card>
    </Section>
  )
}
