import type { Schemas } from '../../api/client.ts'
import { BrandNames } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { Facts, WideFact } from '../../ui/facts.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { describeTypes } from './event-types.ts'

const t = text.events

/** An endpoint's settings, and why it currently receives nothing. */
export function EndpointDetails({ endpoint }: { endpoint: Schemas['EventEndpoint'] }) {
  const { active, disabled_at: disabledAt, failing_since: failingSince } = endpoint
  return (
    <div className="stack">
      {!active && disabledAt && (
        <Message tone="danger">{t.disabled(endpoint.disabled_reason ?? t.disabledNoReason)}</Message>
      )}
      {active && failingSince && <Message tone="warning">{t.failing}</Message>}
      <Section title={t.details}>
        <Card>
          <Facts
            facts={[
              [t.url, <WideFact key="url">{endpoint.url}</WideFact>],
              [t.description, endpoint.description],
              [t.brands, <BrandNames key="brands" slugs={endpoint.brands} />],
              [t.eventTypes, describeTypes(endpoint.event_types)],
              [t.signature, endpoint.previous_secret_signs ? t.previousSigns : t.signed],
              failingSince !== null && [t.failingSince, <Time key="failing" at={failingSince} />],
              disabledAt !== null && [t.disabledAt, <Time key="disabled" at={disabledAt} />],
              [t.since, <Time key="since" at={endpoint.created_at} />],
              [t.changed, <Time key="changed" at={endpoint.updated_at} />],
            ]}
          />
        </Card>
      </Section>
    </div>
  )
}
