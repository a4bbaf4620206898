import type { AdminApi } from '../../admin-api/index.ts'
import type { LeadAdministration } from '../context.ts'
import { Assignee, assignLead } from '../operations/assign-lead.ts'
import { LeadWithHistory, toAdminRecord } from '../record.ts'

export function addAssignLead(
  api: AdminApi,
  services: Pick<LeadAdministration, 'brands' | 'deliveries'>,
): void {
  api.add({
    method: 'POST',
    path: '/leads/:id/assign',
    permission: 'leads:write',
    operationId: 'assignLead',
    tag: 'leads',
    summary: 'Give a lead to a dealer, who is notified',
    body: Assignee,
    answer: { description: 'The lead', data: LeadWithHistory, versioned: true },
    handle: async ({ ctx, id, body }) =>
      toAdminRecord(await assignLead({ ...services, ...ctx }, { id, ...body })),
  })
}
