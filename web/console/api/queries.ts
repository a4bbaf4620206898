import { type FetchQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, api, type paths, unwrap } from './client.ts'

type GetPath = { [P in keyof paths]: paths[P]['get'] extends { responses: unknown } ? P : never }[keyof paths]

type Body<P extends GetPath> = paths[P]['get'] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never

/** A path's complete response: its body and its version. */
export type Loaded<P extends GetPath> = Body<P> & { etag: string | null }

type Params<P extends GetPath> = paths[P]['get'] extends { parameters: infer T }
  ? Pick<T, Extract<keyof T, 'path' | 'query'>>
  : never

const STALE_MS = 15_000

/**
 * Returns the options of `useQuery` for a GET: `useQuery(read('/admin/v1/leads/{id}', { path: { id } }))`. Its data is
 * the complete response, `{ data, meta, etag }`.
 */
export function read<P extends GetPath>(path: P, params: Params<P> = {} as Params<P>) {
  return queryOptions({
    queryKey: [path, params],
    queryFn: ({ signal }) => {
      const get = api.GET as (path: string, init: object) => ReturnType<typeof api.GET>
      return unwrap<Body<P>>(get(path, { params, signal }) as never)
    },
  })
}

/** A path of one record, such as `/admin/v1/leads/{id}`. */
export type RecordPath = Extract<GetPath, `${string}/{id}`>

/** As `read`, for the record with an id of the URL. */
export function readRecord<P extends RecordPath>(path: P, id: string | undefined) {
  return read(path, { path: { id: Number(id) } } as unknown as Params<P>)
}

/** As `read`, for lists: the previous page stays on the screen until the next one is there. */
export function readList<P extends GetPath>(path: P, params: Params<P> = {} as Params<P>) {
  return { ...read(path, params), placeholderData: keepPreviousData }
}

/** Asks the server while a page's code is still on its way, or the pointer rests on a link. The page shows errors. */
export function prefetch(
  { queryClient }: { queryClient: QueryClient },
  query: { queryKey: readonly unknown[] },
): void {
  void queryClient.prefetchQuery(query as FetchQueryOptions)
}

/** Returns the cache of what the server answered. Refusals are not asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
    },
  })
}

function isTransient(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}
