const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Returns what is wrong with the file names of both folders: they must be the same, numbered 0001, 0002 and so on. */
export function checkMigrations(sqlite: string[], postgres: string[]): string[] {
  const issues: string[] = []
  for (const name of sqlite) {
    if (!postgres.includes(name)) issues.push(`migrations/sqlite/${name} has no twin in migrations/postgres`)
  }
  for (const name of postgres) {
    if (!sqlite.includes(name)) issues.push(`migrations/postgres/${name} has no twin in migrations/sqlite`)
  }
  const names = [...new Set([...sqlite, ...postgres])].sort()
  for (const [index, name] of names.entries()) {
    const number = NAME.exec(name)?.[1]
    const expected = String(index + 1).padStart(4, '0')
    if (!number) issues.push(`${name} is not named like 0001_what_it_does.sql`)
    else if (number !== expected) issues.push(`${name} comes as number ${expected}`)
  }
  return issues
}
