import { getRouteApi, Link } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { RecordAudit } from '../../records/audit-list.tsx'
import { BrandName } from '../../records/brand-name.tsx'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { Model } from '../../records/model.tsx'
import { SubjectLink } from '../../records/subject-link.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { Day, Time } from '../../ui/time.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { type Registration, RegistrationBadge } from './badge.tsx'
import { Duplicates } from './duplicates.tsx'
import { RejectDialog } from './reject-dialog.tsx'

const t = text.registrations
const route = getRouteApi('/_frame/registrations/$id')
const BACK = { label: text.frame.pages.registrations, link: { to: '/registrations' } } as const

/** An owner's registration, to accept or to reject. */
export function RecordPage() {
  return (
    <LoadedRecord path="/admin/v1/registrations/{id}" back={BACK}>
      {({ data, etag }) => <Record registration={data} etag={etag} />}
    </LoadedRecord>
  )
}

function Record({ registration, etag }: { registration: Registration; etag: string | null }) {
  const { state, hin } = registration
  const may = useMay()
  const mayDecide = may('warranty:create') && state === 'received'
  const { do: action } = route.useSearch()
  const close = useCloseDialog()
  return (
    <Page
      title={t.title(hin)}
      back={BACK}
      badge={<RegistrationBadge state={state} />}
      actions={
        mayDecide && (
          <>
            <ActionLink action="reject">{t.reject.action}</ActionLink>
            <ActionLink action="accept" look="primary">
              {t.accept.action}
            </ActionLink>
          </>
        )
      }
    >
      <Decision registration={registration} />
      <div className="columns">
        <div className="stack">
          <Boat registration={registration} />
          <Duplicates duplicates={registration.possible_duplicates} />
          {may('audit:read') && state !== 'received' && (
            <Section title={text.frame.pages.audit}>
              <RecordAudit subject={`registration:${registration.id}`} page={undefined} />
            </Section>
          )}
        </div>
        <div className="stack">
          <Owner contact={registration.contact} />
          <Consent consent={registration.consent} />
          <Commands
            path={`/registrations/${registration.id}`}
            transom={['registrations', 'show', String(registration.id)]}
          />
        </div>
      </div>
      {action === 'accept' && mayDecide && (
        <AcceptDialog registration={registration} etag={etag} onClose={close} />
      )}
      {action === 'reject' && mayDecide && (
        <RejectDialog registration={registration} etag={etag} onClose={close} />
      )}
    </Page>
  )
}

function Decision({
  registration: { state, reason, warranty_id, decided_at, mismatches },
}: {
  registration: Registration
}) {
  if (state === 'received') {
    if (!mismatches || mismatches.length === 0) return null
    return (
      <Message tone="warning">
        {t.mismatches}: {mismatches.join(', ')}
      </Message>
    )
  }
  return (
    <Message tone={state === 'accepted' ? 'success' : 'neutral'}>
      <div className="row">
        <span>
          {t.states[state]} <Time at={decided_at} />
        </span>
        {warranty_id !== null && (
          <Link to="/warranties/$id" params={{ id: String(warranty_id) }}>
            {t.showWarranty}
          </Link>
        )}
      </div>
      {reason && <p>{t.because(reason)}</p>}
    </Message>
  )
}

function Boat({ registration }: { registration: Registration }) {
  return (
    <Section title={t.boat}>
      <Card>
        <Facts
          facts={[
            [t.hin, <code key="hin">{registration.hin}</code>],
            [t.model, <Model key="model" boat={registration} />],
            [t.brand, <BrandName key="brand" slug={registration.brand} />],
            [t.purchased, <Day key="day" on={registration.purchase_date} />],
            [t.dealerCode, registration.dealer_code],
            [t.received, <Time key="time" at={registration.created_at} />],
          ]}
        />
      </Card>
    </Section>
  )
}

function Owner({ contact }: { contact: Registration['contact'] }) {
  const place = [contact.address, contact.city, contact.state, contact.zipcode, contact.country_code]
  return (
    <Section title={t.contact}>
      <Card>
        <div className="stack-small">
          <strong>
            {contact.first_name} {contact.last_name}
          </strong>
          {contact.email && <a href={`mailto:${encodeURIComponent(contact.email)}`}>{contact.email}</a>}
          {contact.phone && <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</a>}
          <span className="muted">{place.filter(Boolean).join(', ')}</span>
        </div>
      </Card>
    </Section>
  )
}

function Consent({ consent }: { consent: Registration['consent'] }) {
  return (
    <Section title={t.consent}>
      <Card>
        <Facts
          facts={[
            [t.emailOptIn, consent.email_optin ? text.common.yes : text.common.no],
            [
              t.token,
              <SubjectLink key="token" kind="token" id={consent.token_id}>
                {String(consent.token_id ?? text.common.unnamed)}
              </SubjectLink>,
            ],
            [t.address, consent.client_address],
            [t.userAgent, consent.user_agent],
          ]}
        />
      </Card>
    </Section>
  )
}
