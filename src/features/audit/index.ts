export { type Actor, administrator, SYSTEM } from './actor.ts'
export { changes, NO_FIELDS } from './changes.ts'
export { type AuditReader, registerAuditCommands } from './cli.ts'
export { type AuditEntry, type Audited, recordAudit } from './record-audit.ts'
