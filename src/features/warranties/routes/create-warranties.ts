import { ERROR_STATUS } from '../../../platform/http/error-status.ts'
import { answerOnce } from '../../../platform/http/idempotent.ts'
import { answer } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { envelope, errors, showError, success, warrantyErrorFormat } from '../../warranty-api/index.ts'
import { BulkBody, BulkMeta, BulkOutcomes, BulkRejection } from '../bulk-schemas.ts'
import {
  type BulkOutcome,
  BulkRejected,
  bulkIssues,
  createWarranties,
  createWarrantiesIn,
  readBulk,
} from '../operations/create-warranties.ts'
import { asCaller, describeEndpoint, type RouteServices } from './request.ts'

/** 4 KiB a registration. */
const BODY_LIMIT = 4 * 1024 * 1024

/** Adds POST /api/v1/warranties/bulk. */
export function addCreateWarranties(app: App, services: RouteServices, guards: Guards): void {
  app.post(
    '/api/v1/warranties/bulk',
    {
      onRequest: guards.requireUser('warranty:create'),
      bodyLimit: BODY_LIMIT,
      // A registration that is wrong must not hide what became of the others.
      validatorCompiler: () => () => true,
      config: { takesKey: true, untidied: true, inspectBody: bulkIssues },
      schema: {
        ...describeEndpoint('createWarranties', 'Create up to 1,000 warranties'),
        body: BulkBody,
        response: {
          200: envelope('What became of each registration, in order', BulkOutcomes, BulkMeta),
          ...errors(400, 401, 403, 409, 415, 429),
          413: { $ref: 'WarrantyError#', description: 'The body is larger than 4 MiB' },
          422: answer(
            'The body is wrong, or `all_or_nothing` was set and a registration failed',
            BulkRejection,
          ),
        },
      },
    },
    async (request, reply) => {
      const ctx = asCaller(services, request)
      const toBody = (outcomes: readonly BulkOutcome[]) =>
        success(outcomes.map(showOutcome), ctx.clock.now(), 200, { summary: summarize(outcomes) })
      const bulk = readBulk(ctx, request.body)
      const brands = await ctx.brands.getFresh()
      try {
        const answered = await answerOnce(ctx, request, reply, `user:${request.user!.id}`, async (trx) => ({
          status: 200,
          body: toBody(await createWarrantiesIn(ctx, trx, { brands, ...bulk })),
        }))
        if (!answered) return toBody(await createWarranties(ctx, bulk))
        ctx.deliveries.wake()
        return reply
      } catch (error) {
        if (!(error instanceof BulkRejected)) throw error
        const shown = warrantyErrorFormat.render(error, ctx.clock.now())
        return reply.status(422).send({ ...shown, data: error.outcomes.map(showOutcome) } as never)
      }
    },
  )
}

function showOutcome(one: BulkOutcome, index: number) {
  switch (one.outcome) {
    case 'created': {
      const { warranty: data, warnings } = one
      return {
        index,
        outcome: one.outcome,
        status: 201 as const,
        data,
        ...(warnings.length > 0 ? { warnings } : {}),
      }
    }
    case 'failed':
      return {
        index,
        outcome: one.outcome,
        status: ERROR_STATUS[one.error.code],
        error: showError(one.error),
      }
    case 'not_created':
      return { index, outcome: one.outcome, status: 424 as const }
  }
}

function summarize(outcomes: readonly BulkOutcome[]) {
  const created = outcomes.filter(({ outcome }) => outcome === 'created').length
  return { created, failed: outcomes.length - created }
}
