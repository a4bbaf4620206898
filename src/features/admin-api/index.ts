/** The common parts of the administration's endpoints (`/admin/v1`). */

export { type Admit, createAdminApi } from './admin-api.ts'
export type { AdminApi } from './endpoint.ts'
export { adminErrorFormat, envelope, errors, PREFIX, success } from './envelope.ts'
export { BOUNDS, readBounds } from './moments.ts'
export { readQuery } from './query.ts'
export { callerOf } from './request.ts'
