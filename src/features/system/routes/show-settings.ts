import { Type } from 'typebox'
import { Named } from '../../../platform/output-schemas.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { type Setting, showSettings } from '../operations/show-settings.ts'

const SettingRecord = Named(
  'Setting',
  Type.Object({
    name: Type.String(),
    value: Type.Unknown({ description: 'Null: not set; `(set)`: a secret' }),
    is_default: Type.Boolean(),
  }),
)

export function addShowSettings(api: AdminApi, settings: readonly Setting[]): void {
  api.add({
    method: 'GET',
    path: '/system/settings',
    permission: 'system:read',
    operationId: 'showSettings',
    tag: 'system',
    summary: 'Show the settings, without secrets',
    answer: { description: 'The settings, by name', data: Type.Array(SettingRecord) },
    handle: async ({ ctx }) => showSettings(ctx, settings),
  })
}
