import { useMay } from '../../api/session.ts'
import { BrandName } from '../../records/brand-name.tsx'
import { SubjectLink } from '../../records/subject-link.tsx'
import { text } from '../../text/text.ts'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { categoryName, contactField, type Lead, placeOf, prospectOf, submitted } from './lead.ts'
import { Notes } from './notes.tsx'
import { WhyDealer } from './why-dealer.tsx'

const t = text.leads

/** A lead's interest, consent record, dealer and its reason, and notes. */
export function DetailsTab({ lead }: { lead: Lead }) {
  const mayWrite = useMay()('leads:write')
  return (
    <div className="columns">
      <div className="stack">
        <Prospect lead={lead} />
        <Interest lead={lead} />
        <WhyDealer lead={lead} />
        <Consent lead={lead} />
      </div>
      <div className="stack">
        <Notes lead={lead} mayWrite={mayWrite} />
        <Commands path={`/leads/${lead.id}`} transom={['leads', 'show', String(lead.id)]} />
      </div>
    </div>
  )
}

function Prospect({ lead }: { lead: Lead }) {
  const [email, phone] = [contactField(lead, 'email'), contactField(lead, 'phone')]
  return (
    <Section title={t.contact}>
      <Card>
        <div className="stack-small">
          <strong>{prospectOf(lead)}</strong>
          {email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}
          {phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
          <span className="muted">{placeOf(lead)}</span>
        </div>
      </Card>
    </Section>
  )
}

function Interest({ lead }: { lead: Lead }) {
  const { contact_category, product, boat_build, custom_fields } = submitted(lead)
  const more = { ...product, ...boat_build, ...custom_fields }
  const message = contactField(lead, 'message') || contactField(lead, 'comments')
  return (
    <Section title={t.interest}>
      <Card>
        <Facts
          facts={[
            [t.category, categoryName(contact_category)],
            [t.brand, <BrandName key="brand" slug={lead.brand} />],
            [t.received, <Time key="time" at={lead.created_at} />],
            lead.duplicates > 0 && [t.cameAgain, `${lead.duplicates} ×`],
            message !== '' && [t.fields.contact_message!, message],
            ...Object.entries(more).map(([name, value]) => [nameOf(name), textOf(value)] as const),
          ]}
        />
      </Card>
    </Section>
  )
}

function Consent({ lead: { consent, came_again } }: { lead: Lead }) {
  const optIn = (value: unknown, source: 'given' | 'default' | null) =>
    source === null ? t.notRecorded : t.optIn(value === true ? text.common.yes : text.common.no, source)
  return (
    <Section title={t.consent}>
      <Card>
        <Facts
          facts={[
            [t.emailOptIn, optIn(consent.email_optin, consent.email_optin_source)],
            [t.phoneOptIn, optIn(consent.phone_optin, consent.phone_optin_source)],
            [
              t.token,
              consent.token_id !== null && (
                <SubjectLink key="token" kind="token" id={consent.token_id}>
                  {t.tokenNumber(consent.token_id)}
                </SubjectLink>
              ),
            ],
            [t.address, consent.client_address],
            [t.userAgent, consent.user_agent],
            ...came_again.map(
              ({ received_at }) => [t.cameAgain, <Time key={received_at} at={received_at} />] as const,
            ),
          ]}
        />
      </Card>
    </Section>
  )
}

/** `product_year` becomes `Product year`: fields of a form have any names. */
function nameOf(field: string): string {
  const words = field.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
