import type { AdminApi } from '../../admin-api/index.ts'
import type { LeadAdministration } from '../context.ts'
import { Recipient, resendLead } from '../operations/resend-lead.ts'
import { LeadWithHistory, toAdminRecord } from '../record.ts'

export function addResendLead(
  api: AdminApi,
  services: Pick<LeadAdministration, 'brands' | 'deliveries'>,
): void {
  api.add({
    method: 'POST',
    path: '/leads/:id/resend',
    permission: 'leads:write',
    operationId: 'resendLead',
    tag: 'leads',
    summary: 'Send a lead to the CRM or to its dealer again',
    body: Recipient,
    answer: { description: 'The lead', data: LeadWithHistory, versioned: true },
    handle: async ({ ctx, id, body }) =>
      toAdminRecord(await resendLead({ ...services, ...ctx }, { id, ...body })),
  })
}
