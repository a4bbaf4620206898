/** Runs work with what it needs, the database open and migrated, and closes it. */
export type Opened<Context> = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
