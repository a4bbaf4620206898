import Sqlite from 'better-sqlite3'

// A process of its own, for it can be ended when it takes too long; a call to SQLite cannot.
const database = new Sqlite(process.argv[2], { readonly: true, fileMustExist: true })
console.log(database.pragma('quick_check(1)', { simple: true }))
