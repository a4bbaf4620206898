import pg from 'pg'

/** The location of a PostgreSQL database, without the password. */
export interface PostgresPlace {
  host: string
  port: number
  user: string
  database: string
  /** The sslmode of the URL, such as `require`. */
  sslmode: string | null
}

/** Parses a DATABASE_URL exactly like the driver. */
export function placeOf(url: string): PostgresPlace {
  const { host, port, user = 'postgres', database = user } = new pg.Client({ connectionString: url })
  return { host, port, user, database, sslmode: new URL(url).searchParams.get('sslmode') }
}
