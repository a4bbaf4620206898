/** Inserts leads into a SQLite database, one commit each, with nothing around it, and prints the rate. */
import Sqlite from 'better-sqlite3'
import { readSettings } from './settings.ts'

const { file, body, seconds } = readSettings<{ file: string; body: string; seconds: number }>()
const database = new Sqlite(file)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
const insert = database.prepare(
  `INSERT INTO leads (brand_id, contact_category, contact_email, body, send_to_dealer, received_at)
   VALUES (1, 'request_quote', 'ada.rivers@example.com', ?, 0, ?)`,
)
const end = performance.now() + seconds * 1000
let inserted = 0
while (performance.now() < end) {
  insert.run(body, ++inserted)
}
database.close()
console.log(inserted / seconds)
