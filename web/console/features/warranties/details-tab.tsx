import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { SyncBadge } from '../../records/badges.tsx'
import { BrandName } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatMonth } from '../../ui/format.ts'
import { Message } from '../../ui/message.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Day, Time } from '../../ui/time.tsx'
import { nameOf } from './owner.ts'

type Warranty = Schemas['Warranty']

const t = text.warranties
const coverages: Record<string, string> = t.coverages

/** A boat's registration, its decoded HIN, its current owner and its CRM sync. */
export function DetailsTab({ warranty }: { warranty: Warranty }) {
  const { id, hin, brand } = warranty
  return (
    <div className="columns">
      <div className="stack">
        <WarrantyFacts warranty={warranty} />
        <BoatFacts warranty={warranty} />
      </div>
      <div className="stack">
        <OwnerFacts contact={warranty.contact} />
        <SyncFacts sync={warranty.crm_sync} />
        <Commands path={`/warranties/${id}`} transom={['warranties', 'show', hin, '--brand', brand]} />
      </div>
    </div>
  )
}

function WarrantyFacts({ warranty }: { warranty: Warranty }) {
  const { warranty_duration_months: months, coverage_type: coverage } = warranty
  return (
    <Section title={t.record.warranty}>
      <Card>
        <Facts
          facts={[
            [t.brand, <BrandName key="brand" slug={warranty.brand} />],
            [t.started, <Day key="day" on={warranty.warranty_start_date} />],
            [t.ends, <Day key="day" on={warranty.warranty_end_date} />],
            [t.duration, months && t.months(months)],
            [t.coverage, coverage && (coverages[coverage] ?? coverage)],
            [t.registered, <Day key="day" on={warranty.registration_date} />],
            [t.purchased, <Day key="day" on={warranty.purchase_date} />],
            [t.orderNumber, warranty.order_number],
            [t.externalOrderNumber, warranty.external_order_number],
            [t.externalId, warranty.warranty_external_id],
            [t.notes, warranty.warranty_notes],
          ]}
        />
      </Card>
    </Section>
  )
}

function BoatFacts({ warranty }: { warranty: Warranty }) {
  const { hin_details: hin } = warranty
  return (
    <Section title={t.record.boat}>
      <Card>
        <div className="stack">
          {hin.warnings.map((warning) => (
            <Message key={warning} tone="warning">
              {warning}
            </Message>
          ))}
          <Facts
            facts={[
              [t.model, warranty.model],
              [t.modelCode, warranty.model_code],
              [t.modelYear, warranty.model_year],
              [t.used, warranty.is_used ? text.common.yes : text.common.no],
              [t.record.hin.manufacturer, hin.manufacturer_code && <code>{hin.manufacturer_code}</code>],
              [t.record.hin.serial, hin.serial_number && <code>{hin.serial_number}</code>],
              [t.record.hin.certified, certifiedIn(hin)],
              [t.record.hin.modelYear, hin.model_year],
              [t.record.hin.format, hin.format && (t.record.hin.formats[hin.format] ?? hin.format)],
            ]}
          />
        </div>
      </Card>
    </Section>
  )
}

/** Returns the month of certification, or the year where the HIN has no more. */
function certifiedIn({ certification_year: year, certification_month: month }: Warranty['hin_details']) {
  return year !== null && month !== null ? formatMonth(`${year}-${String(month).padStart(2, '0')}`) : year
}

function OwnerFacts({ contact }: { contact: Warranty['contact'] }) {
  const mayEdit = useMay()('warranty:update')
  const place = [contact.address, contact.city, contact.state, contact.zipcode, contact.country_code]
  return (
    <Section
      title={t.record.owner}
      actions={
        mayEdit && (
          <ActionLink action="contact" look="quiet" icon="edit">
            {t.editContact.action}
          </ActionLink>
        )
      }
    >
      <Card>
        <div className="stack-small">
          <strong>{nameOf(contact)}</strong>
          {contact.email && <a href={`mailto:${encodeURIComponent(contact.email)}`}>{contact.email}</a>}
          {contact.phone && <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>{contact.phone}</a>}
          <span className="muted">{place.filter(Boolean).join(', ')}</span>
        </div>
      </Card>
    </Section>
  )
}

function SyncFacts({ sync }: { sync: Warranty['crm_sync'] }) {
  return (
    <Section title={t.sync} actions={<SyncBadge status={sync.status} />}>
      {sync.status !== 'not_configured' && (
        <Card>
          <div className="stack">
            {sync.error && <Message tone="danger">{sync.error}</Message>}
            <Facts
              facts={[
                [t.record.lastAttempt, <Time key="time" at={sync.last_attempt} />],
                [t.record.attempts, sync.attempts],
              ]}
            />
            {sync.differences && sync.differences.length > 0 && (
              <Message tone="warning">
                <p>{t.record.differences}</p>
                <ul>
                  {sync.differences.map(({ field, sent, stored }) => (
                    <li key={field}>
                      {field}: {t.record.sent(String(sent))}, {t.record.stored(String(stored))}
                    </li>
                  ))}
                </ul>
              </Message>
            )}
          </div>
        </Card>
      )}
    </Section>
  )
}
