import Sqlite from 'better-sqlite3'

/** The most that SQLite maps. What lies beyond is read by system calls. */
const MAPPED_BYTES = 0x7fff0000

/** A connection to the embedded database. */
export function connect(file: string): Sqlite.Database {
  const connection = new Sqlite(file, { timeout: 0 })
  // Readers wait for nobody, but where a file is opened by two at once or recovered after a crash.
  connection.pragma('busy_timeout = 2000')
  connection.pragma('journal_mode = WAL')
  connection.pragma('wal_autocheckpoint = 10000')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('cache_size = -16000')
  connection.pragma('temp_store = MEMORY')
  return connection
}

/** One that writes nothing, and looks at the file through a memory map: docs/decisions/0002-embedded-writes.md. */
export function connectReader(file: string): Sqlite.Database {
  const connection = connect(file)
  connection.pragma(`mmap_size = ${MAPPED_BYTES}`)
  return connection
}
