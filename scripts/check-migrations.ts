/** Prints migrations that exist for one database only or are misnumbered. Exits with 1 when there is one. */
import { readdirSync } from 'node:fs'
import { checkMigrations } from './migration-rules.ts'

const [sqlite, postgres] = [readdirSync('migrations/sqlite'), readdirSync('migrations/postgres')]
const issues = checkMigrations(sqlite, postgres)
for (const issue of issues) console.error(issue)
if (issues.length > 0) process.exit(1)
console.log(`migrations: ${sqlite.length} for each database`)
