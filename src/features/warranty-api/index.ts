/** What all endpoints of the warranty interface (`/api/v1`) share: the envelope and how errors are shown. */
export { success } from './envelope.ts'
export { warrantyErrorFormat } from './error-format.ts'
export { envelope, errors, metaWith } from './schemas.ts'
