import { Type } from 'typebox'
import { readInstant } from '../../../platform/clock.ts'
import { Invalid, issue } from '../../../platform/errors.ts'
import { ListQuery } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { ListedLead, toAdminRecord } from '../admin-record.ts'
import type { LeadAdministration } from '../context.ts'
import { listLeads } from '../operations/list-leads.ts'
import { STATES } from '../queries.ts'

const Moment = Type.String({ description: 'ISO 8601: 2026-05-01 or 2026-05-01T12:00:00Z' })

export function addListLeads(api: AdminApi, services: Pick<LeadAdministration, 'brands'>): void {
  api.add({
    method: 'GET',
    path: '/leads',
    permission: 'leads:read',
    operationId: 'listLeads',
    tag: 'leads',
    summary: 'List leads, the newest first',
    query: ListQuery({
      brand: Type.Optional(Type.String({ description: 'Slug or id' })),
      category: Type.Optional(Type.String()),
      dealer: Type.Optional(Type.Integer({ description: 'Id of the dealer' })),
      state: Type.Optional(Type.String({ enum: [...STATES] })),
      from: Type.Optional(Moment),
      to: Type.Optional(Moment),
    }),
    answer: { description: 'A page of leads', data: ListedLead, list: true },
    handle: async ({ ctx, query: { from, to, ...filter } }) => {
      const bounds = { since: readTime('from', from), until: readTime('to', to) }
      const { items, pagination } = await listLeads({ ...services, ...ctx }, { ...filter, ...bounds })
      return { items: items.map(toAdminRecord), pagination }
    },
  })
}

/** @throws Invalid (VALIDATION_ERROR) */
function readTime(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = readInstant(text)
  if (time === undefined)
    throw new Invalid([issue(field, 'must be a date or a time such as 2026-05-01T12:00:00Z')])
  return time
}
