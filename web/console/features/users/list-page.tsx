import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { withSearch } from '../../app/search.ts'
import { BrandNames } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Filters, SearchBox, SelectFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import { EmptyList } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { UserBadge } from './badge.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { queryOf } from './list-query.ts'

const t = text.users
const route = getRouteApi('/_frame/users')

/** The list of users with their roles and brands. */
export function ListPage() {
  const mayWrite = useMay()('access:write')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(readList('/admin/v1/users', { query: queryOf(search) }))
  const close = () => void navigate({ search: withSearch({ do: undefined }), replace: true })
  return (
    <Page
      title={text.frame.pages.users}
      actions={
        mayWrite && (
          <ActionLink action="invite" look="primary" icon="plus">
            {t.invite.action}
          </ActionLink>
        )
      }
    >
      <Filters>
        <SearchBox placeholder={t.searchHint} />
        <SelectFilter name="role" label={t.role} options={text.account.roles} />
        <SelectFilter name="active" label={t.state} options={t.states} />
      </Filters>
      <RecordList
        caption={text.frame.pages.users}
        query={query}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={<EmptyList texts={t} search={search} />}
      />
      {mayWrite && search.do === 'invite' && <InviteDialog brand={search.brand} onClose={close} />}
    </Page>
  )
}

const COLUMNS: Column<Schemas['User']>[] = [
  {
    title: t.email,
    cell: ({ id, email }) => (
      <Link to="/users/$id" params={{ id: String(id) }} className="row-link">
        {email}
      </Link>
    ),
  },
  { title: t.state, cell: (user) => <UserBadge user={user} /> },
  { title: t.role, cell: ({ role }) => (role ? text.account.roles[role] : t.ownRole), from: 'medium' },
  {
    title: t.brands,
    cell: ({ all_brands, brands }) => (all_brands ? t.allBrands : <BrandNames slugs={brands} />),
    from: 'wide',
  },
  {
    title: t.lastSignIn,
    cell: ({ last_sign_in_at: at }) => (at ? <Time at={at} /> : text.common.unnamed),
    from: 'wide',
  },
]
