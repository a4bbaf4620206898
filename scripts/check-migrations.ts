/** Refuses migrations that exist for one database only or are misnumbered; exits 1 when there is one. */
import { readdirSync } from 'node:fs'
import { checkMigrations } from './migration-rules.ts'

const [sqlite, postgres] = [readdirSync('migrations/sqlite'), readdirSync('migrations/postgres')]
const faults = checkMigrations(sqlite, postgres)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
console.log(`migrations: ${sqlite.length} for each database`)
