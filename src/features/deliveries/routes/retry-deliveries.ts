import { Type } from 'typebox'
import { type AdminApi, readBounds } from '../../admin-api/index.ts'
import type { FailedFilter } from '../filter.ts'
import { type RetryContext, retryMatching } from '../operations/retry-deliveries.ts'
import { FILTER } from './filter.ts'

const Body = Type.Object(
  {
    filter: Type.Object(
      {
        ...FILTER,
        state: Type.Optional(Type.Literal('failed', { expected: 'must be failed, or left out' })),
      },
      { additionalProperties: false },
    ),
    expected_count: Type.Integer({ minimum: 0, description: 'How many are expected to match' }),
  },
  { additionalProperties: false },
)

export function addRetryDeliveries(
  api: AdminApi,
  services: Pick<RetryContext, 'brands' | 'deliveries'>,
): void {
  api.add({
    method: 'POST',
    path: '/deliveries/retry',
    permission: 'deliveries:retry',
    operationId: 'retryDeliveries',
    tag: 'deliveries',
    summary: 'Make failed deliveries due now; refused when their number differs by more than a tenth',
    body: Body,
    errors: [404],
    answer: { description: 'How many are due again', data: Type.Object({ retried: Type.Integer() }) },
    handle: async ({ ctx, body: { filter, expected_count } }) => {
      const { state: _failed, ...wanted } = readBounds(filter)
      const input = { filter: wanted as FailedFilter, expected_count }
      return { retried: await retryMatching({ ...services, ...ctx }, input) }
    },
  })
}
