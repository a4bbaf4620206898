import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { withSearch } from '../../app/search.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Facts, WideFact } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Message } from '../../ui/message.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'

type Brand = Schemas['Brand']
type Action = 'test' | 'rotate' | 'drop'

const t = text.brands

/** Where a brand's leads and warranties go, and its settings. */
export function DetailsTab({ brand }: { brand: Brand }) {
  const { lead_webhook: webhook, warranty_crm: crm } = brand
  const test: Action[] = brand.sandbox ? [] : ['test']
  return (
    <div className="stack">
      {brand.sandbox && <Message tone="warning">{t.sandboxText}</Message>}
      <div className="columns">
        <div className="stack">
          <Target name="lead_webhook" actions={webhook ? [...test, ...secretActions(webhook)] : []}>
            <Facts
              facts={
                webhook
                  ? [
                      [t.url, addressOf(webhook.url)],
                      ...Object.entries(webhook.categories ?? {}).map(
                        ([category, url]) =>
                          [
                            t.categoryUrl(text.leads.categories[category] ?? category),
                            addressOf(url),
                          ] as const,
                      ),
                      [t.signature, signatureOf(webhook)],
                    ]
                  : [[t.url, t.none]]
              }
            />
          </Target>
          <Target
            name="warranty_crm"
            actions={crm ? [...test, ...(crm.type === 'webhook' ? secretActions(crm) : [])] : []}
          >
            <Facts
              facts={
                crm
                  ? [
                      [t.type, t.crmTypes[crm.type]],
                      [t.url, addressOf(crm.url)],
                      crm.type === 'webhook' && [t.signature, signatureOf(crm)],
                      crm.type === 'highlevel' && [t.location, crm.location_id],
                      crm.type === 'highlevel' && [
                        t.customFields,
                        Object.entries(crm.custom_fields ?? {})
                          .map(([field, path]) => `${field} = ${path}`)
                          .join(', '),
                      ],
                    ]
                  : [[t.type, t.none]]
              }
            />
          </Target>
          {!brand.sandbox && (
            <Target name="mail" actions={test}>
              <p className="muted">{t.mailText}</p>
            </Target>
          )}
        </div>
        <div className="stack">
          <Settings brand={brand} />
          <Commands path={`/brands/${brand.id}`} transom={['brands', 'show', brand.slug]} />
        </div>
      </div>
    </div>
  )
}

function addressOf(url: string | undefined) {
  return url && <WideFact key={url}>{url}</WideFact>
}

function secretActions({ previous_secret_signs: previous }: { previous_secret_signs?: true }): Action[] {
  return ['rotate', ...(previous ? (['drop'] as const) : [])]
}

function signatureOf({
  signed,
  previous_secret_signs: previous,
}: {
  signed?: boolean
  previous_secret_signs?: true
}) {
  if (!signed) return t.unsigned
  return previous ? t.previousSigns : t.signed
}

function Target({
  name,
  actions,
  children,
}: {
  name: keyof typeof t.targets
  actions: readonly Action[]
  children: ReactNode
}) {
  const mayWrite = useMay()('brands:write')
  if (name === 'mail' && !mayWrite) return null
  return (
    <Section title={t.targets[name]}>
      <Card>
        <div className="stack">
          {children}
          {mayWrite && actions.length > 0 && (
            <div className="row">
              {actions.map((action) => (
                <Link
                  key={action}
                  to="."
                  search={withSearch({ do: action, target: name })}
                  resetScroll={false}
                  className={buttonClass('secondary')}
                >
                  {action === 'test' ? text.records.test.action : t[action].action}
                </Link>
              ))}
            </div>
          )}
        </div>
      </Card>
    </Section>
  )
}

function Settings({ brand }: { brand: Brand }) {
  const { lead_dedupe_seconds: seconds } = brand
  return (
    <Section title={t.settings}>
      <Card>
        <Facts
          facts={[
            [t.slug, <code key="slug">{brand.slug}</code>],
            [t.acceptance, yesOrNo(brand.registration_auto_accept)],
            [t.challenge, yesOrNo(brand.challenge)],
            [t.dedupe, seconds === null ? t.dedupeDefault : formatNumber(seconds)],
            [t.fallback, brand.fallback_dealer],
            ...Object.entries((brand.consent_texts ?? {}) as Record<string, string>).map(
              ([language, consent]) => [t.consentText(language), consent] as const,
            ),
            [t.changed, <Time key="changed" at={brand.updated_at} />],
          ]}
        />
      </Card>
    </Section>
  )
}

function yesOrNo(value: boolean): string {
  return value ? text.common.yes : text.common.no
}
