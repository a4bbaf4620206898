export { changes, NO_FIELDS } from './changes.ts'
export { type AuditEntry, recordAudit } from './record-audit.ts'
