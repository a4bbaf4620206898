import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { BrandNames } from '../../records/brand-name.tsx'
import { LoadedRecord } from '../../records/loaded-record.tsx'
import { arePermissionsSame, permissionsOfRole, useGrantable } from '../../records/permissions.ts'
import { Sessions } from '../../records/sessions.tsx'
import { text } from '../../text/text.ts'
import { RecordActions } from '../../ui/action-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { type Act, ActDialog } from './act-dialog.tsx'
import { UserBadge } from './badge.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'

const t = text.users
const route = getRouteApi('/_frame/users/$id')
const BACK = { label: text.frame.pages.users, link: { to: '/users' } } as const

/** A user: what the person may do, for which brands, and where the person is signed in. */
export function RecordPage() {
  return (
    <LoadedRecord path="/admin/v1/users/{id}" back={BACK}>
      {({ data, etag }) => <Record user={data} etag={etag} />}
    </LoadedRecord>
  )
}

function Record({ user, etag }: { user: Schemas['User']; etag: string | null }) {
  const [linked, setLinked] = useState<Schemas['User']>()
  const isWriter = useMay()('access:write')
  const isCovered = useGrantable().covers(user)
  const mayWrite = isWriter && isCovered
  const { do: action } = route.useSearch()
  const close = useCloseDialog('session')
  const acts: Act[] = [
    ...(user.active ? [user.invited ? ('again' as const) : ('password' as const)] : []),
    ...(user.second_factor ? (['factor'] as const) : []),
    'sessions',
    user.active ? 'deactivate' : 'activate',
  ]
  return (
    <Page
      title={user.email}
      back={BACK}
      badge={<UserBadge user={user} />}
      actions={mayWrite && <RecordActions acts={acts} texts={t} />}
    >
      {isWriter && !isCovered && <Message>{t.holdsMore}</Message>}
      <div className="columns">
        <UserSessions id={user.id} mayEnd={mayWrite} onClose={close} />
        <div className="stack">
          <Access user={user} />
          <Commands path={`/users/${user.id}`} transom={['users', 'show', user.email]} />
        </div>
      </div>
      {mayWrite && action === 'edit' && <EditDialog user={user} etag={etag} onClose={close} />}
      {mayWrite && action && action !== 'edit' && action !== 'end-session' && acts.includes(action) && (
        <ActDialog act={action} user={user} etag={etag} onLink={setLinked} onClose={close} />
      )}
      {linked && <LinkDialog user={linked} onClose={() => setLinked(undefined)} />}
    </Page>
  )
}

function UserSessions({
  id,
  mayEnd,
  onClose,
}: {
  id: number
  mayEnd: boolean
  onClose: () => Promise<void>
}) {
  const { do: action, session, page } = route.useSearch()
  const params = { path: { id }, query: { ...(page && { page }) } }
  const query = useQuery(readList('/admin/v1/users/{id}/sessions', params))
  const end = (only: string) =>
    unwrap(api.DELETE('/admin/v1/users/{id}/sessions', { params: { path: { id }, query: { only } } }))
  return (
    <Sessions
      query={query}
      ending={action === 'end-session' ? session : undefined}
      onEnd={mayEnd ? end : undefined}
      onClose={onClose}
    />
  )
}

function describeRole({ role, permissions }: Schemas['User']): string {
  if (!role) return t.ownRole
  const name = text.account.roles[role] ?? role
  return arePermissionsSame(permissions, permissionsOfRole(role)) ? name : t.changedRole(name)
}

function Access({ user }: { user: Schemas['User'] }) {
  const mayAudit = useMay()('audit:read')
  return (
    <Section
      title={t.details}
      actions={
        mayAudit && (
          <Link to="/audit" search={{ actor: `user:${user.id}` }} className={buttonClass('quiet')}>
            {t.activity}
          </Link>
        )
      }
    >
      <Card>
        <Facts
          facts={[
            [t.role, describeRole(user)],
            [t.permissions, user.permissions.join(', ')],
            [t.brands, user.all_brands ? t.allBrands : <BrandNames key="brands" slugs={user.brands} />],
            [t.secondFactor, t.factorStates[`${user.second_factor}`]],
            [t.lastSignIn, user.last_sign_in_at && <Time key="signIn" at={user.last_sign_in_at} />],
            [t.since, <Time key="since" at={user.created_at} />],
          ]}
        />
      </Card>
    </Section>
  )
}
