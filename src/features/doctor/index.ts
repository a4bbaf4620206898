export { checkPostgres, checkSchema, integrityCheck, unusable } from './check-database.ts'
export { checkDataFolder, checkProcess } from './check-machine.ts'
export { checkSettings, wrongSettings } from './check-settings.ts'
