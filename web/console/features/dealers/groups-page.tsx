import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { withSearch } from '../../app/search.ts'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Filters, SearchBox } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { RecordList } from '../../ui/record-list.tsx'
import type { Column } from '../../ui/table.tsx'
import { DeleteGroupDialog, NameGroupDialog } from './group-dialogs.tsx'

type Group = Schemas['DealerGroup']

const t = text.dealers.groups
const route = getRouteApi('/_frame/dealers/groups')

/** Groups of dealers: companies with several locations. */
export function GroupsPage() {
  const mayWrite = useMay()('dealers:write')
  const { q, page, do: action, group: id } = route.useSearch()
  const query = useQuery(
    readList('/admin/v1/dealer-groups', { query: { ...(q && { q }), ...(page && { page }) } }),
  )
  const group = query.data?.data.find((one) => one.id === id)
  const close = useCloseDialog('group')
  return (
    <Page
      title={t.title}
      back={{ label: text.frame.pages.dealers, link: { to: '/dealers' } }}
      actions={
        mayWrite && (
          <ActionLink action="create" icon="plus">
            {t.create}
          </ActionLink>
        )
      }
    >
      <Filters>
        <SearchBox placeholder={t.name} />
      </Filters>
      <RecordList
        caption={t.title}
        query={query}
        columns={mayWrite ? [...COLUMNS, ACTIONS] : COLUMNS}
        rowKey={({ id }) => id}
        empty={t.empty}
      />
      {mayWrite && action === 'create' && <NameGroupDialog onClose={close} />}
      {mayWrite && action === 'rename' && group && <NameGroupDialog group={group} onClose={close} />}
      {mayWrite && action === 'delete' && group && <DeleteGroupDialog group={group} onClose={close} />}
    </Page>
  )
}

const COLUMNS: Column<Group>[] = [
  {
    title: t.name,
    cell: ({ id, name }) => (
      <Link to="/dealers" search={{ group: String(id) }}>
        {name}
      </Link>
    ),
  },
  { title: t.dealers, cell: ({ dealers }) => formatNumber(dealers), numeric: true },
]

const ACTIONS: Column<Group> = {
  title: t.actions,
  cell: ({ id }) => (
    <div className="row">
      <GroupAction id={id} action="rename" />
      <GroupAction id={id} action="delete" />
    </div>
  ),
}

function GroupAction({ id, action }: { id: number; action: 'rename' | 'delete' }) {
  return (
    <Link
      to="."
      search={withSearch({ do: action, group: id })}
      resetScroll={false}
      className={buttonClass('quiet')}
    >
      {t[action]}
    </Link>
  )
}
