import { Type } from 'typebox'
import { ListQuery } from '../../../platform/paging.ts'
import { type AdminApi, BOUNDS, readBounds } from '../../admin-api/index.ts'
import type { LeadAdministration } from '../context.ts'
import { listLeads } from '../operations/list-leads.ts'
import { STATES } from '../queries.ts'
import { ListedLead, toAdminRecord } from '../record.ts'

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
      q: Type.Optional(
        Type.String({
          description:
            'Beginnings of words of the name, or of the e-mail address, or digits of the phone number',
        }),
      ),
      category: Type.Optional(Type.String()),
      dealer: Type.Optional(Type.Integer({ description: 'Id of the dealer' })),
      state: Type.Optional(Type.String({ enum: [...STATES] })),
      ...BOUNDS,
    }),
    answer: { description: 'A page of leads', data: ListedLead, list: true },
    handle: async ({ ctx, query }) => {
      const { items, pagination } = await listLeads({ ...services, ...ctx }, readBounds(query))
      return { items: items.map(toAdminRecord), pagination }
    },
  })
}
