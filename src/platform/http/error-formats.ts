import { type TSchema, Type } from 'typebox'
import type { AppError, ErrorCode } from '../errors.ts'

/** How one interface shows errors. Its feature registers it (`app.addErrorFormat`) before its routes. */
export interface ErrorFormat {
  /** The path of the interface. All paths below it use this format too. */
  prefix: string
  /** The code for an invalid body or parameter. Its status differs between interfaces. */
  invalidInput: ErrorCode
  /** The code for a query string that cannot be read. */
  invalidQuery: ErrorCode
  /** Describes the body, under the name `$id`. */
  schema: TSchema & { $id: string }
  /** Returns the `WWW-Authenticate` of a 401. */
  challenge(error: AppError): string
  render(error: AppError, now: number): object
}

const SLASH = 47

const VERSION = '0.2.0'

export const PlainError = {
  $id: 'PlainError',
  ...Type.Object({ error: Type.String(), version: Type.String() }),
}

/** The format at paths outside all interfaces. */
const PLAIN: ErrorFormat = {
  prefix: '',
  invalidInput: 'INVALID_PARAMETER',
  invalidQuery: 'INVALID_PARAMETER',
  schema: PlainError,
  challenge: () => 'X-API-Token',
  render: (error) => ({ error: error.message, version: VERSION }),
}

/** A server's error formats, by path. */
export class ErrorFormats {
  readonly #formats: ErrorFormat[] = []

  add(format: ErrorFormat): void {
    this.#formats.push(format)
  }

  /** Returns the target without one trailing slash of its path: interfaces ignore it. */
  trimSlash(target: string): string {
    const mark = target.indexOf('?')
    const end = mark < 0 ? target.length : mark
    if (target.charCodeAt(end - 1) !== SLASH || this.of(target) === PLAIN) return target
    return target.slice(0, end - 1) + target.slice(end)
  }

  /** Returns the format of the interface that a request's target belongs to, with or without its query. */
  of(target: string): ErrorFormat {
    const path = pathOf(target)
    return this.#formats.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`)) ?? PLAIN
  }
}

/** A target may name its host before the path (RFC 9112 section 3.2.2), and letters by escapes, as the router reads it. */
function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split(/[?#]/, 1)
  return path.replace(/%[2-7][\da-f]/gi, decodeURI)
}
