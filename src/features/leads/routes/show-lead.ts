import type { AdminApi } from '../../admin-api/index.ts'
import type { LeadAdministration } from '../context.ts'
import { showLead } from '../operations/show-lead.ts'
import { LeadWithHistory, toAdminRecord } from '../record.ts'

export function addShowLead(api: AdminApi, services: Pick<LeadAdministration, 'brands'>): void {
  api.add({
    method: 'GET',
    path: '/leads/:id',
    permission: 'leads:read',
    operationId: 'showLead',
    tag: 'leads',
    summary: 'Show a lead with its consent record, its dealer and why, its notes and its deliveries',
    answer: { description: 'The lead', data: LeadWithHistory, versioned: true },
    handle: async ({ ctx, id }) => toAdminRecord(await showLead({ ...services, ...ctx }, { id })),
  })
}
