import pg from 'pg'

/** Where a PostgreSQL database is, without the password. */
export interface PostgresPlace {
  host: string
  port: number
  user: string
  database: string
  /** As the URL has it, such as `require`. */
  sslmode: string | null
}

/** Reads a DATABASE_URL as the driver itself does. */
export function placeOf(url: string): PostgresPlace {
  const { host, port, user = 'postgres', database = user } = new pg.Client({ connectionString: url })
  return { host, port, user, database, sslmode: new URL(url).searchParams.get('sslmode') }
}
