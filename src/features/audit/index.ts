export { changes, NO_FIELDS } from './changes.ts'
export type { AuditContext } from './operations/list-entries.ts'
export { type AuditEntry, recordAudit } from './record-audit.ts'
