import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { formatNumber } from '../../ui/format.ts'
import { Badge } from '../../ui/message.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { Timeline, TimelineItem } from '../../ui/timeline.tsx'
import './attempts.css'

type Attempt = Schemas['DeliveryAttempt']

const t = text.deliveries

/** Every attempt, the last one first, with what was answered. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Section title={t.attempts}>
      <Card>
        {attempts.length === 0 ? (
          <Empty title={t.noAttempts} />
        ) : (
          <Timeline>
            {attempts.toReversed().map((attempt) => (
              <AttemptItem key={attempt.number} attempt={attempt} />
            ))}
          </Timeline>
        )}
      </Card>
    </Section>
  )
}

function AttemptItem({
  attempt: { number, at, duration_ms, error, final, answer, request, status },
}: {
  attempt: Attempt
}) {
  const failed = error !== null
  const outcome = request ? t.recorded : status === null ? t.noStatus : t.status(status)
  return (
    <TimelineItem
      title={
        <span className="row">
          {t.attempt(number)}
          <Badge tone={failed ? 'danger' : 'success'}>{outcome}</Badge>
          {final && failed && <Badge tone="danger">{t.final}</Badge>}
        </span>
      }
      when={
        <>
          <Time at={at} /> · {t.duration(formatNumber(duration_ms))}
        </>
      }
    >
      <div className="stack-small">
        {failed && <p>{error}</p>}
        {answer && <Excerpt title={t.answer}>{readable(answer)}</Excerpt>}
        {request && (
          <Excerpt title={t.request} open>
            {[
              `${request.method} ${request.to}`,
              ...Object.entries(request.headers as Record<string, string>).map(
                ([name, value]) => `${name}: ${value}`,
              ),
              '',
              readable(request.body),
            ].join('\n')}
          </Excerpt>
        )}
      </div>
    </TimelineItem>
  )
}

function Excerpt({ title, open = false, children }: { title: string; open?: boolean; children: string }) {
  return (
    <details className="excerpt" open={open}>
      <summary>{title}</summary>
      <pre>{children}</pre>
    </details>
  )
}

/** Indents JSON. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
