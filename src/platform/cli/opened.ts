/** Runs work with an open, migrated database, then closes it. */
export type Opened<Context> = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
