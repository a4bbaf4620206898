import type { FastifyRequest } from 'fastify'
import { Invalid, type Issue, issue } from '../../../platform/errors.ts'
import type { Query } from '../../../platform/http/query.ts'
import type { Principal } from '../../../platform/principal.ts'
import { errors } from '../../warranty-api/index.ts'
import type { WarrantyServices } from '../context.ts'
import { explainInvalidHin, isHin } from '../hin/hin.ts'
import type { Registrations } from '../operations/create-warranty.ts'
import type { PageReader } from '../operations/list-warranties.ts'
import type { HullReader, HullSelector } from '../records/select-warranty.ts'
import { BrandSelector, HinParams } from '../schemas.ts'

/** The services that the routes pass on to operations, together with the caller. */
export interface RouteServices extends WarrantyServices {
  registrations: Registrations
  hulls: HullReader
  pages: PageReader
}

export const COLLECTION = '/api/v1/warranty'
export const ONE = `${COLLECTION}/:hin`

/** Returns the parts of a schema that every endpoint documents. */
export function describeEndpoint(operationId: string, summary: string) {
  return { operationId, tags: ['warranties'], summary, security: [{ bearer: [] }] }
}

/** Returns the schema of an endpoint on one warranty, without its body. */
export function describeOne<T>(
  operationId: string,
  summary: string,
  answer: T,
  { takesBody }: { takesBody: boolean },
) {
  const statuses = takesBody
    ? errors(400, 401, 403, 404, 409, 413, 415, 422, 429)
    : errors(400, 401, 403, 404, 409, 422, 429)
  return {
    ...describeEndpoint(operationId, summary),
    params: HinParams,
    querystring: BrandSelector,
    response: { 200: answer, ...statuses },
  }
}

/** Returns the services with the user who calls as the principal. */
export function asCaller<S extends object>(
  services: S,
  { user }: FastifyRequest,
): S & { principal: Principal } {
  const { id, permissions, brands } = user!
  return { ...services, principal: { kind: 'user', id, permissions, brands } }
}

/** Refuses a path whose HIN is malformed, before anything else that may be wrong with the input. */
export async function requireHin(request: FastifyRequest): Promise<void> {
  const { hin } = request.params as { hin: string }
  if (isHin(hin)) return
  throw new Invalid([{ field: 'hin', message: explainInvalidHin(hin) }], 'INVALID_HIN_FORMAT')
}

/**
 * Returns the warranty that the path and `brand_id` name.
 * @throws Invalid (VALIDATION_ERROR)
 */
export function selectorOf(request: FastifyRequest): HullSelector {
  const { params } = request.query as Query
  const issues = brandIdIssues(params)
  if (issues.length > 0) throw new Invalid(issues)
  const { hin } = request.params as { hin: string }
  return { hin, brandId: params.brand_id === undefined ? undefined : Number(params.brand_id) }
}

/** Returns the issue of a `brand_id` that is not an integer. */
export function brandIdIssues(params: Readonly<Record<string, string | undefined>>): Issue[] {
  const { brand_id } = params
  if (brand_id === undefined || (/^-?\d{1,16}$/.test(brand_id) && Number.isSafeInteger(Number(brand_id))))
    return []
  return [issue('brand_id', 'must be an integer')]
}
