import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { withSearch } from '../../app/search.ts'
import { useGrantable } from '../../records/permissions.ts'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
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
  const id = Number(route.useParams().id)
  const query = useQuery(read('/admin/v1/tokens/{id}', { path: { id } }))
  return (
    <LoadedPage query={query} back={BACK}>
      {({ data, etag }) => <Record token={data} etag={etag} />}
    </LoadedPage>
  )
}

function Record({ token, etag }: { token: Schemas['Token']; etag: string | null }) {
  const [renewed, setRenewed] = useState<Schemas['Token']>()
  const isWriter = useMay()('access:write')
  const isCovered = useGrantable().covers(token)
  const mayWrite = isWriter && isCovered
  const action = route.useSearch().do
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const close = async () => {
    await navigate({ search: withSearch({ do: undefined }) })
    await queryClient.invalidateQueries()
  }
  const acts: Act[] = ['renew', token.active ? 'revoke' : 'activate']
  return (
    <Page
      title={token.name}
      back={BACK}
      badge={<TokenBadge token={token} />}
      actions={
        mayWrite && (
          <>
            {acts.map((act) => (
              <ActionLink key={act} action={act}>
                {t[act].action}
              </ActionLink>
            ))}
            <ActionLink action="edit" icon="edit">
              {t.edit.action}
            </ActionLink>
          </>
        )
      }
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
            [t.brands, token.all_brands ? t.allBrands : token.brands.join(', ')],
            token.kind === 'service'
              ? [t.permissions, token.permissions.join(', ')]
              : [t.scopes, token.scopes.join(', ')],
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
