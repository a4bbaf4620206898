export { checkPostgres, checkSchema, integrityCheck, unusable } from './checks/check-database.ts'
export { checkDataFolder, checkProcess } from './checks/check-machine.ts'
export { checkSettings, wrongSettings } from './checks/check-settings.ts'
export { runChecks } from './operations/run-checks.ts'
