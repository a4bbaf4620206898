import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { NotFound } from '../../platform/errors.ts'
import { isId } from '../../platform/references.ts'
import type { Expected } from '../../platform/version.ts'

/** The security schemes that the description names for each endpoint. */
export const SECURITY: Record<string, string[]>[] = [{ session: [] }, { bearer: [] }]

/** Returns the schema of a path's parameters, if it has some. */
export function paramsSchema(path: string) {
  const names = path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []))
  if (names.length === 0) return {}
  return {
    params: Type.Object(
      Object.fromEntries(names.map((name) => [name, name === 'id' ? Type.Integer() : Type.String()])),
    ),
  }
}

/** Returns the number of the path's `:id`; 0 without one. @throws NotFound (NOT_FOUND) for a path whose `:id` is no id */
export function idOf({ params }: FastifyRequest): number {
  const { id } = params as { id?: string }
  if (id === undefined) return 0
  if (!isId(id)) throw new NotFound('NOT_FOUND', `"${id}" is not an id. Use the number from \`id\`.`)
  return Number(id)
}

/** Returns the versions in `If-Match` (RFC 9110 section 13.1.1); undefined without one, and for `*`. */
export function versionsOf(header: string | undefined): Expected {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1'),
  )
}

/** Returns who sends a request, for its `Idempotency-Key`. */
export function callerOf({ principal }: FastifyRequest): string {
  return principal && 'id' in principal ? `${principal.kind}:${principal.id}` : 'nobody'
}
