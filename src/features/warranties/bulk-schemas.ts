import { Type } from 'typebox'
import { IssueSchema } from '../../platform/http/responses.ts'
import { Named } from '../../platform/output-schemas.ts'
import { errorSchema, metaWith } from '../warranty-api/index.ts'
import { CreatedWarranty } from './response-schemas.ts'
import { CreateBody } from './schemas.ts'

/** The most registrations in one request. */
export const MOST_REGISTRATIONS = 1_000

export const BulkBody = Named(
  'NewWarranties',
  Type.Object(
    {
      registrations: Type.Array(CreateBody, { minItems: 1, maxItems: MOST_REGISTRATIONS }),
      all_or_nothing: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Create nothing unless every registration is valid and new',
        }),
      ),
    },
    { additionalProperties: false },
  ),
)

const index = Type.Integer({ minimum: 0, description: 'The position in `registrations`, from 0' })

const BulkOutcome = Named(
  'BulkOutcome',
  Type.Union([
    Named(
      'BulkCreated',
      Type.Object({
        index,
        outcome: Type.Literal('created'),
        status: Type.Literal(201),
        data: CreatedWarranty,
        warnings: Type.Optional(Type.Array(IssueSchema)),
      }),
    ),
    Named(
      'BulkFailed',
      Type.Object({
        index,
        outcome: Type.Literal('failed'),
        status: Type.Integer({ description: 'The status that a single create would have' }),
        error: errorSchema.properties.error,
      }),
    ),
    Named(
      'BulkNotCreated',
      Type.Object(
        { index, outcome: Type.Literal('not_created'), status: Type.Literal(424) },
        { description: 'Valid, but `all_or_nothing` was set and another registration failed' },
      ),
    ),
  ]),
)

/** The outcome of each registration, in order. */
export const BulkOutcomes = Type.Array(BulkOutcome)

export const BulkRejection = Named(
  'BulkRejection',
  Type.Object({ ...errorSchema.properties, data: Type.Optional(BulkOutcomes) }),
)

export const BulkMeta = Named(
  'BulkMeta',
  metaWith({
    summary: Named('BulkSummary', Type.Object({ created: Type.Integer(), failed: Type.Integer() })),
  }),
)
