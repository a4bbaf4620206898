export { changes, NO_FIELDS } from './changes.ts'
export { type AuditContext, listEntries } from './operations/list-entries.ts'
export { Entry } from './record.ts'
export { type AuditEntry, onlyBrand, recordAudit, recordErasures } from './record-audit.ts'
