import type { AdminApi } from '../../admin-api/index.ts'
import type { LeadAdministration } from '../context.ts'
import { Note, noteLead } from '../operations/note-lead.ts'
import { LeadWithHistory, toAdminRecord } from '../record.ts'

export function addNoteLead(
  api: AdminApi,
  services: Pick<LeadAdministration, 'brands' | 'deliveries'>,
): void {
  api.add({
    method: 'POST',
    path: '/leads/:id/note',
    permission: 'leads:write',
    operationId: 'noteLead',
    tag: 'leads',
    summary: 'Add a note to a lead',
    body: Note,
    answer: { description: 'The lead', data: LeadWithHistory, versioned: true },
    handle: async ({ ctx, id, body }) =>
      toAdminRecord(await noteLead({ ...services, ...ctx }, { id, ...body })),
  })
}
