import Sqlite from 'better-sqlite3'

// In a process of its own, which can be ended when it takes too long. A call to SQLite cannot.
const database = new Sqlite(process.argv[2], { readonly: true, fileMustExist: true })
console.log(database.pragma('quick_check(1)', { simple: true }))
