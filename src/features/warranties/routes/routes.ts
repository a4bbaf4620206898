import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Invalid } from '../../../platform/errors.ts'
import type { FastLane } from '../../../platform/http/fast-lane.ts'
import { JSON_TYPE, NO_STORE } from '../../../platform/http/headers.ts'
import { answerOnce } from '../../../platform/http/idempotent.ts'
import type { Query } from '../../../platform/http/query.ts'
import { headerLines } from '../../../platform/http/raw-response.ts'
import type { App } from '../../../platform/http/server.ts'
import type { ApiUser, Guards } from '../../access/index.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import type { Author, WarrantyContext } from '../context.ts'
import { explainHinFault, isHin } from '../hin/hin.ts'
import { createRegistrar, registerWarranty, registrationIssues } from '../operations/create-warranty.ts'
import { ownershipHistory } from '../operations/get-ownership-history.ts'
import { createWarrantyLister, pageLinks } from '../operations/list-warranties.ts'
import { retrySync } from '../operations/retry-sync.ts'
import { transferWarranty } from '../operations/transfer-warranty.ts'
import { updateWarranty } from '../operations/update-warranty.ts'
import { unreachable } from '../records/contact.ts'
import { brandSelectorIssues, readBrandSelector, readListFilters } from '../records/list-filters.ts'
import { toRecord } from '../records/record.ts'
import {
  notFound,
  requireBrand,
  type WarrantyFinder,
  type WarrantySelector,
} from '../records/select-warranty.ts'
import * as schemas from '../schemas.ts'

const COLLECTION = '/api/v1/warranty'
const ONE = '/api/v1/warranty/:hin'
/** Of every quick answer. */
const SAME_LINES = headerLines([...NO_STORE, 'content-type', JSON_TYPE])

/** Adds the warranty endpoints. */
export function addWarrantyRoutes(
  app: App,
  ctx: WarrantyContext,
  guards: Guards,
  find: WarrantyFinder,
): void {
  const register = createRegistrar(ctx)
  const list = createWarrantyLister(ctx.db)
  const about = (operationId: string, summary: string) => ({
    operationId,
    tags: ['warranties'],
    summary,
    security: [{ bearer: [] }],
  })
  const one = { params: schemas.HinParams, querystring: schemas.BrandSelector }

  app.get(
    COLLECTION,
    {
      onRequest: guards.requireUser('warranty:list'),
      schema: {
        ...about('listWarranties', 'List warranties, newest first'),
        querystring: schemas.ListQuery,
        response: {
          200: envelope('A page of warranties', Type.Array(schemas.ListedWarranty), schemas.ListMeta),
          ...errors(400, 401, 403, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const { params } = queryOf(request)
      const { data, pagination } = await list(request.user!, readListFilters(params))
      reply.header('link', pageLinks(COLLECTION, params, pagination))
      return success(data, ctx.clock.now(), 200, { pagination })
    },
  )

  app.post(
    COLLECTION,
    {
      onRequest: guards.requireUser('warranty:create'),
      config: { untrimmed: ['hin'], takesKey: true, inspectBody: registrationIssues },
      schema: {
        ...about('createWarranty', 'Create a warranty'),
        body: schemas.CreateBody,
        response: {
          201: envelope('The new warranty', schemas.CreatedWarranty),
          ...errors(400, 401, 403, 409, 413, 415, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const author = authorOf(request)
      requireBrand(author, request.body.brand_id)
      const brands = await ctx.brands.getFresh()
      const answered = await answerOnce(ctx, request, reply, `user:${request.user!.id}`, async (trx) => ({
        status: 201,
        body: success(
          await registerWarranty(ctx, trx, brands, { author, registration: request.body }),
          ctx.clock.now(),
          201,
        ),
      }))
      if (answered) {
        ctx.deliveries.wake()
        return reply
      }
      const warranty = await register({ author, registration: request.body })
      return reply.status(201).send(success(warranty, ctx.clock.now(), 201))
    },
  )

  app.get(
    ONE,
    {
      onRequest: guards.requireUser('warranty:read'),
      preValidation: requireHin,
      schema: {
        ...about('getWarranty', 'Get a warranty'),
        ...one,
        response: {
          200: envelope('The warranty', schemas.WarrantyRecord),
          ...errors(400, 401, 403, 404, 409, 422, 429),
        },
      },
    },
    async (request) => {
      const row = await find(request.user!, selectorOf(request))
      return success(toRecord(row, await brandName(ctx, row.brand_id)), ctx.clock.now())
    },
  )

  app.patch(
    ONE,
    {
      onRequest: guards.requireUser('warranty:update'),
      preValidation: requireHin,
      config: { inspectQuery: brandSelectorIssues },
      schema: {
        ...about('updateWarranty', 'Update a warranty'),
        description: 'Only the fields given change; null clears one.',
        ...one,
        body: schemas.UpdateBody,
        response: {
          200: envelope('The warranty as it is now', schemas.WarrantyRecord),
          ...errors(400, 401, 403, 404, 409, 413, 415, 422, 429),
        },
      },
    },
    async (request) => {
      const record = await updateWarranty(ctx, authorOf(request), selectorOf(request), request.body)
      return success(record, ctx.clock.now())
    },
  )

  app.post(
    `${ONE}/transfer`,
    {
      onRequest: guards.requireUser('warranty:transfer'),
      preValidation: requireHin,
      config: { takesKey: true, inspectBody: unreachable, inspectQuery: brandSelectorIssues },
      schema: {
        ...about('transferWarranty', 'Transfer a warranty to a new owner'),
        ...one,
        body: schemas.TransferBody,
        response: {
          200: envelope('The warranty with its new owner', schemas.WarrantyRecord),
          ...errors(400, 401, 403, 404, 409, 413, 415, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const author = authorOf(request)
      const selector = selectorOf(request)
      const brands = await ctx.brands.getFresh()
      const work = (trx: Parameters<typeof transferWarranty>[1]) =>
        transferWarranty(ctx, trx, brands, author, selector, request.body)
      const answered = await answerOnce(
        ctx,
        request,
        reply,
        `user:${request.user!.id}`,
        async (trx) => ({ status: 200, body: success(await work(trx), ctx.clock.now()) }),
        ({ data }) => {
          if (!author.brands.has(data.brand_id)) throw notFound(selector.hin)
        },
      )
      const record = answered ? undefined : await ctx.db.write(work)
      ctx.deliveries.wake()
      return record ? success(record, ctx.clock.now()) : reply
    },
  )

  app.get(
    `${ONE}/history`,
    {
      onRequest: guards.requireUser('warranty:history'),
      preValidation: requireHin,
      schema: {
        ...about('getOwnershipHistory', 'Ownership history, oldest owner first'),
        ...one,
        response: {
          200: envelope('The owners', schemas.OwnershipHistory),
          ...errors(400, 401, 403, 404, 409, 422, 429),
        },
      },
    },
    async (request) => {
      const history = await ownershipHistory(ctx.db.read, request.user!, selectorOf(request))
      return success(history, ctx.clock.now())
    },
  )

  app.post(
    `${ONE}/retry-sync`,
    {
      onRequest: guards.requireUser('warranty:retry_sync'),
      preValidation: requireHin,
      schema: {
        ...about('retryWarrantySync', 'Synchronise a warranty with the CRM now'),
        ...one,
        response: {
          200: envelope('How the synchronisation stands now', schemas.RetriedWarranty),
          ...errors(400, 401, 403, 404, 409, 413, 415, 422, 429),
        },
      },
    },
    async (request) => success(await retrySync(ctx, authorOf(request), selectorOf(request)), ctx.clock.now()),
  )
}

/** Adds the quick route of a get. */
export function addQuickGet(
  lane: FastLane,
  ctx: WarrantyContext,
  guards: Guards,
  find: WarrantyFinder,
): void {
  async function answer(user: ApiUser, selector: WarrantySelector) {
    const row = await find(user, selector)
    const record = toRecord(row, await brandName(ctx, row.brand_id))
    const limits = guards.countAtOnce(user)
    if (!limits) return undefined
    return {
      headers: headerLines(limits) + SAME_LINES,
      body: JSON.stringify(success(record, ctx.clock.now())),
    }
  }

  lane.add(ONE, ({ raw, last, params }) => {
    const user = isHin(last) ? guards.userAtOnce(raw, 'warranty:read') : undefined
    return user && answer(user, { hin: last, brandId: readBrandSelector(params) })
  })
}

async function brandName({ brands }: WarrantyContext, id: number): Promise<string> {
  const { byId } = await brands.getFresh()
  return byId.get(id)?.name ?? ''
}

/** The HIN of the path comes before all else that may be wrong with the input. */
async function requireHin(request: FastifyRequest): Promise<void> {
  const { hin } = request.params as { hin: string }
  if (isHin(hin)) return
  throw new Invalid([{ field: 'hin', message: explainHinFault(hin) }], 'INVALID_HIN_FORMAT')
}

function authorOf(request: FastifyRequest): Author {
  const { id, brands } = request.user!
  return { brands, principal: { kind: 'user', id } }
}

function selectorOf(request: FastifyRequest) {
  const { hin } = request.params as { hin: string }
  return { hin, brandId: readBrandSelector(queryOf(request).params) }
}

function queryOf(request: FastifyRequest): Query {
  return request.query as Query
}
