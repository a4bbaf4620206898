import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../src/platform/db/db.ts'

/** Returns every column of every row of a database as one text. */
export async function dumpTables(db: Db): Promise<string> {
  const parts: string[] = []
  for (const { name } of await db.read.introspection.getTables()) {
    const rows = await db.read
      .selectFrom(name as 'leads')
      .selectAll()
      .execute()
    for (const row of rows) {
      const values = Object.entries(row).map(([column, value]) =>
        Buffer.isBuffer(value) ? `${column}=${value.toString('latin1')}` : `${column}=${value}`,
      )
      parts.push(`${name}: ${values.join(' ')}`)
    }
  }
  return parts.join('\n')
}

/** Returns the names of the files in a folder that contain a text, in any case. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('transom.db'))
    .filter((name) =>
      readFileSync(join(folder, name)).toString('latin1').toLowerCase().includes(text.toLowerCase()),
    )
}
