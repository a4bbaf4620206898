import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type Loaded, type RecordPath, readRecord } from '../api/queries.ts'
import { LoadedPage } from '../ui/loaded-page.tsx'

/** The page of the record whose id is in the URL. */
export function LoadedRecord<P extends RecordPath>({
  path,
  ...props
}: { path: P } & Omit<ComponentProps<typeof LoadedPage<Loaded<P>>>, 'query'>) {
  const { id } = useParams({ strict: false })
  return <LoadedPage query={useQuery(readRecord(path, id))} {...props} />
}
