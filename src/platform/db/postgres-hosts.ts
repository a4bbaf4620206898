import { existsSync } from 'node:fs'
import { AppError } from '../errors.ts'
import { isUnavailable } from './unavailable.ts'

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([^?#]*)(?:\?([^#]*))?/
const WRITABLE = new Set([null, 'any', 'read-write', 'primary'])

/** The servers in a DATABASE_URL, in their order. */
export interface PostgresHosts {
  /** A URL for each server in the driver's form: one host, one port. */
  readonly urls: readonly string[]
  /** Whether the server must accept writes. */
  readonly writable: boolean
}

/**
 * Parses `postgres://h1:5432,h2:5433/db?target_session_attrs=read-write` like libpq, also with lists in the `host` and
 * `port` parameters. With several hosts, the server must accept writes, unless target_session_attrs is `any`.
 * @throws {AppError} VALIDATION_ERROR for an invalid URL
 */
export function readHosts(url: string): PostgresHosts {
  const [, start, authority, path, query] = PARTS.exec(url) ?? []
  if (start === undefined) throw wrong('is not a URL such as postgres://user:password@host:5432/database')
  const parameters = new URLSearchParams(query)
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (file && file !== 'system' && !existsSync(file)) {
      throw wrong(`names ${file} as ${name}, and there is no such file`)
    }
  }
  const session = parameters.get('target_session_attrs')
  if (!WRITABLE.has(session)) {
    throw wrong(
      `has target_session_attrs=${session}. Transom needs a server that takes writes: use read-write`,
    )
  }
  if (!authority!.includes(',') && !parameters.get('host')?.includes(',')) {
    return { urls: [url], writable: session === 'read-write' || session === 'primary' }
  }
  parameters.delete('target_session_attrs')
  const hosts =
    takeList(parameters, 'host') ?? authority!.split(',').map((entry) => /^(.*?)(?::\d*)?$/.exec(entry)![1]!)
  const ports =
    takeList(parameters, 'port') ?? authority!.split(',').map((entry) => /:(\d*)$/.exec(entry)?.[1] ?? '')
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw wrong(
      `has ${hosts.length} hosts and ${ports.length} ports. Give one port for all, or one for each host`,
    )
  }
  const urls = hosts.map((host, index) => {
    const port = ports[index] ?? ports[0]
    // The driver accepts a folder of sockets only as a parameter.
    const isFolder = host.startsWith('/')
    const rest = new URLSearchParams(parameters)
    if (isFolder) rest.set('host', host)
    if (isFolder && port) rest.set('port', port)
    const place = isFolder ? '' : `${host}${port ? `:${port}` : ''}`
    return `${start}${place}${path}${rest.size > 0 ? `?${rest}` : ''}`
  })
  for (const one of urls) if (!URL.canParse(one)) throw wrong('names a host or port that cannot be read')
  return { urls, writable: session !== 'any' }
}

/** Stays on one of several servers as long as it works. */
export class CurrentHost {
  readonly #urls: readonly string[]
  #index = 0

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  get url(): string {
    return this.#urls[this.#index]!
  }

  /** Calls `connect` until it succeeds, with each server at most once. */
  async try<T>(connect: () => Promise<T>): Promise<T> {
    for (let left = this.#urls.length; ; left--) {
      const { url } = this
      try {
        return await connect()
      } catch (error) {
        if (left <= 1 || !isUnavailable(error)) throw error
        // Another caller may have switched to the next server meanwhile.
        if (this.url === url) this.#index = (this.#index + 1) % this.#urls.length
      }
    }
  }
}

function takeList(parameters: URLSearchParams, name: string): string[] | undefined {
  const value = parameters.get(name)
  parameters.delete(name)
  return value ? value.split(',') : undefined
}

function wrong(text: string): AppError {
  return new AppError('VALIDATION_ERROR', `DATABASE_URL ${text}.`)
}
