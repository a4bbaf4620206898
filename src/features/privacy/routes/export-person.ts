import { NotFound } from '../../../platform/errors.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { coverageOf } from '../coverage.ts'
import { exportPerson } from '../operations/export-person.ts'
import { ExportBody, PersonExport } from './schemas.ts'
import type { PrivacyServices } from './services.ts'

export function addExportPerson(api: AdminApi, services: PrivacyServices): void {
  api.add({
    method: 'POST',
    path: '/people/export',
    permission: 'people:read',
    operationId: 'exportPerson',
    tag: 'people',
    summary: "Export everything that the caller's brands store about a person, and who received it",
    body: ExportBody,
    // A stored response would be another copy of the person's data.
    ignoresKey: true,
    answer: { description: 'What is stored', data: PersonExport },
    errors: [404],
    handle: async ({ ctx: call, body }) => {
      const ctx = { ...services, ...call }
      const covers = coverageOf(ctx, await ctx.brands.getFresh())
      const document = await exportPerson(ctx, body)
      if (!document) throw new NotFound('NOT_FOUND', `Nothing is stored about ${body.email}. ${covers.text}`)
      return { ...document, covers }
    },
  })
}
