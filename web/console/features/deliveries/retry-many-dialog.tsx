import { useQuery } from '@tanstack/react-query'
import { ApiError, api, unwrap } from '../../api/client.ts'
import { inMoments } from '../../api/days.ts'
import { read } from '../../api/queries.ts'
import { BrandName } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatDay, formatNumber } from '../../ui/format.ts'
import { notify } from '../../ui/notices.tsx'
import { Loaded } from '../../ui/states.tsx'
import type { failedFilterOf } from './list-query.ts'

const t = text.deliveries.retryMany

type Filter = ReturnType<typeof failedFilterOf>

/** Counts the failed deliveries that match the list's filters, and asks before they are sent again. */
export function RetryManyDialog({ filter, onClose }: { filter: Filter; onClose: () => Promise<void> }) {
  const count = useQuery({
    ...read('/admin/v1/deliveries', { query: { ...inMoments(filter), limit: 1 } }),
    staleTime: 0,
    gcTime: 0,
  })
  const { total, total_is_minimum } = count.data?.meta.pagination ?? { total: null }
  const close = () => void onClose()
  if (!total || total_is_minimum) {
    return (
      <Dialog title={t.title} onClose={close}>
        <Loaded query={count}>{() => <p>{total ? t.tooMany(formatNumber(total)) : t.none}</p>}</Loaded>
      </Dialog>
    )
  }
  const retry = async () => {
    try {
      const body = { filter: inMoments(filter), expected_count: total }
      const { data } = await unwrap(api.POST('/admin/v1/deliveries/retry', { body }))
      notify(t.done(data.retried))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
      await count.refetch()
      throw new ApiError(t.changed, error)
    }
  }
  return (
    <ConfirmDialog title={t.title} action={t.action(total)} danger={false} onConfirm={retry} onClose={close}>
      <p>{t.text(total)}</p>
      <Matching filter={filter} />
    </ConfirmDialog>
  )
}

function Matching({ filter: { brand, kind, event, subject, from, to } }: { filter: Filter }) {
  const names = text.deliveries
  const facts = [
    brand !== undefined && ([names.brand, <BrandName key="brand" slug={brand} />] as const),
    kind !== undefined && ([names.kind, text.records.deliveries.kinds[kind] ?? kind] as const),
    event !== undefined && ([names.event, event] as const),
    subject !== undefined && ([text.records.deliveries.about, subject] as const),
    from !== undefined && ([names.from, formatDay(from)] as const),
    to !== undefined && ([names.to, formatDay(to)] as const),
  ]
  if (!facts.some(Boolean)) return <p>{t.all}</p>
  return (
    <>
      <p>{t.filters}</p>
      <Facts facts={facts} />
    </>
  )
}
