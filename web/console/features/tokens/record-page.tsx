import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { BrandNames } from '../../records/brand-name.tsx'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { useGrantable } from '../../records/permissions.ts'
import { text } from '../../text/text.ts'
import { RecordActions } from '../../ui/action-link.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { type Act, ActDialog } from './act-dialog.tsx'
import { TokenBadge } from './badge.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { TokenText } from './token-text.tsx'
import { Snippet } from './website.tsx'

const t = text.tokens
const route = getRouteApi('/_frame/tokens/$id')
const BACK = { label: text.frame.pages.tokens, link: { to: '/tokens' } } as const

/** A token: what it gives access to, for which brands, and until when. */
export function RecordPage() {
  return (
    <LoadedRecord path="/admin/v1/tokens/{id}" back={BACK}>
      {({ data, etag }) => <Record token={data} etag={etag} />}
    </LoadedRecord>
  )
}

function Record({ token, etag }: { token: Schemas['Token']; etag: string | null }) {
  const [renewed, setRenewed] = useState<Schemas['Token']>()
  const isWriter = useMay()('access:write')
  const isCovered = useGrantable().covers(token)
  const mayWrite = isWriter && isCovered
  const action = route.useSearch().do
  const close = useCloseDialog()
  const acts: Act[] = ['renew', token.active ? 'revoke' : 'activate']
  return (
    <Page
      title={token.name}
      back={BACK}
      badge={<TokenBadge token={token} />}
      actions={mayWrite && <RecordActions acts={acts} texts={t} />}
    >
      {isWriter && !isCovered && <Message>{t.holdsMore}</Message>}
      <div className="columns">
        <div className="stack">
          <Access token={token} />
          {token.kind === 'publishable' && (
            <Section title={t.website}>
              <p className="muted">{t.websiteHint}</p>
              <Snippet publicKey="YOUR_KEY" scopes={token.scopes} />
            </Section>
          )}
        </div>
        <Commands path={`/tokens/${token.id}`} transom={['tokens', 'show', String(token.id)]} />
      </div>
      {mayWrite && action === 'edit' && <EditDialog token={token} etag={etag} onClose={close} />}
      {mayWrite && action && action !== 'edit' && acts.includes(action) && (
        <ActDialog act={action} token={token} etag={etag} onRenewed={setRenewed} onClose={close} />
      )}
      {renewed && (
        <Dialog title={t.made.newText} wide stays onClose={() => setRenewed(undefined)}>
          <TokenText token={renewed} />
        </Dialog>
      )}
    </Page>
  )
}

function Access({ token }: { token: Schemas['Token'] }) {
  return (
    <Section title={t.details}>
      <Card>
        <Facts
          facts={[
            [t.kind, t.kinds[token.kind]],
            [t.brands, token.all_brands ? t.allBrands : <BrandNames key="brands" slugs={token.brands} />],
            token.kind === 'service'
              ? [t.permissions, token.permissions.join(', ')]
              : [
                  t.scopes,
                  token.scopes
                    .map((scope) => (t.scopeNames as Record<string, string>)[scope] ?? scope)
                    .join(', '),
                ],
            token.kind === 'publishable' && [t.origins, token.origins.join(', ')],
            [t.expires, token.expires_at ? <Time key="expires" at={token.expires_at} /> : t.never],
            [t.lastUsed, token.last_used_at ? <Time key="used" at={token.last_used_at} /> : t.never],
            [t.since, <Time key="since" at={token.created_at} />],
          ]}
        />
      </Card>
    </Section>
  )
}
