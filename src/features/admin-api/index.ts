/** What all endpoints of the administration (`/admin/v1`) share. */

export { type AdminApi, type Admit, callerOf, createAdminApi, idOf } from './admin-api.ts'
export { adminErrorFormat, envelope, errors, PREFIX, success } from './envelope.ts'
export { BOUNDS, readBounds } from './moments.ts'
export { readQuery } from './query.ts'
