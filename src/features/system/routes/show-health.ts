import { Type } from 'typebox'
import { Named } from '../../../platform/output-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { type HealthContext, showHealth } from '../operations/show-health.ts'

const Health = Named(
  'Health',
  Type.Object({
    healthy: Type.Boolean({ description: 'No error was found' }),
    errors: Type.Integer(),
    warnings: Type.Integer(),
    findings: Type.Array(
      Type.Object({
        check: Type.String(),
        level: Type.String({ enum: ['ok', 'warning', 'error'] }),
        message: Type.String(),
        advice: Type.Optional(Type.String()),
        records: Type.Optional(Type.Array(Type.String())),
      }),
    ),
  }),
)

export function addShowHealth(api: AdminApi, services: Pick<HealthContext, 'checks'>): void {
  api.add({
    method: 'GET',
    path: '/system/health',
    permission: 'system:read',
    operationId: 'showHealth',
    tag: 'system',
    summary: 'Check settings, machine, database, services and data',
    answer: { description: 'What was found', data: Health },
    handle: ({ ctx }) => showHealth({ ...services, ...ctx }),
  })
}
