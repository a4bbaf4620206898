import { isReadOnly, isSilence } from './unavailable.ts'

/** Why the database can't be used, and an operator's remedy: two sentences. */
export interface Explanation {
  cause: string
  remedy: string
}

interface DriverError {
  code?: string
  message?: string
}

const UNTRUSTED =
  /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE)/

const BY_CODE: Record<string, (error: DriverError) => Explanation> = {
  53300: ({ message }) => ({
    cause: `PostgreSQL has no connection left: ${message}.`,
    remedy:
      'Lower DATABASE_POOL_SIZE or raise max_connections: each process takes up to DATABASE_POOL_SIZE + 1 connections.',
  }),
  '28P01': refusedLogin,
  28000: refusedLogin,
  '3D000': ({ message }) => ({
    cause: `PostgreSQL refuses the connection: ${message}.`,
    remedy: 'Create the database, or correct its name in DATABASE_URL.',
  }),
  42501: ({ message }) => ({
    cause: `The role in DATABASE_URL may not do this: ${message}.`,
    remedy:
      'Run `transom migrate` as the role that owns the tables, then GRANT SELECT, INSERT, UPDATE and DELETE on all tables, and USAGE, SELECT and UPDATE on all sequences, to the role of the server.',
  }),
  26000: needsSessions,
  '42P05': needsSessions,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ message }) => ({
    cause: `The certificate of PostgreSQL is for another host name: ${message}.`,
    remedy: 'Put the host name of the certificate into DATABASE_URL.',
  }),
  ECONNREFUSED: ({ message }) => ({
    cause: `Nothing answers there: ${message || 'the connection is refused'}.`,
    remedy: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  }),
  ENOTFOUND: ({ message }) => ({
    cause: `The host name is unknown: ${message}.`,
    remedy: 'Correct the host in DATABASE_URL, or the name server of this machine.',
  }),
}

/** Explains an error of PostgreSQL or its driver. Undefined if its message is explanation enough. */
export function explainDatabaseError(error: unknown): Explanation | undefined {
  const known = (error ?? {}) as DriverError
  if (isReadOnly(error)) {
    return {
      cause: 'The database is a standby, which takes no writes.',
      remedy:
        'Let DATABASE_URL lead to the primary. With several hosts (postgres://h1,h2/db) Transom finds the primary.',
    }
  }
  if (known.code && UNTRUSTED.test(known.code)) {
    return {
      cause: 'The certificate of PostgreSQL is from an authority that this machine does not know.',
      remedy: 'Add sslrootcert=/path/to/ca.pem to DATABASE_URL.',
    }
  }
  if (/does not support SSL/i.test(known.message ?? '')) {
    return {
      cause: 'PostgreSQL offers no TLS there.',
      remedy: 'Turn ssl on in PostgreSQL, or use sslmode=disable in a network that you trust.',
    }
  }
  if (isSilence(error)) {
    return {
      cause: 'PostgreSQL does not answer in time.',
      remedy: 'See whether it is overloaded or stopped, and whether a firewall drops its packets.',
    }
  }
  return BY_CODE[known.code ?? '']?.(known)
}

function refusedLogin({ message }: DriverError): Explanation {
  return {
    cause: `PostgreSQL refuses the login: ${message}.`,
    remedy: 'Correct user and password in DATABASE_URL, let the role log in, and let pg_hba.conf permit it.',
  }
}

function needsSessions(): Explanation {
  return {
    cause: 'A pooler in front of PostgreSQL shares connections between transactions.',
    remedy:
      'Set DATABASE_LISTEN_URL to an address that leads to PostgreSQL itself, or set pool_mode = session in the pooler.',
  }
}
