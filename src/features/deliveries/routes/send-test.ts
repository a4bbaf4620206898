import { type TSchema, Type } from 'typebox'
import { type AdminApi, Named } from '../../admin-api/index.ts'
import { sendTest, Test, type TestContext } from '../operations/send-test.ts'

const Nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])

const TestResult = Named(
  'TestResult',
  Type.Object({
    ok: Type.Boolean(),
    status: Nullable(Type.Integer({ description: "The receiver's status, by HTTP or SMTP" })),
    error: Nullable(Type.String()),
    answer: Nullable(Type.String({ description: 'The beginning of what it answered' })),
    duration_ms: Type.Integer(),
  }),
)

export function addSendTest(
  api: AdminApi,
  services: Pick<TestContext, 'brands' | 'outgoing' | 'mailer'>,
): void {
  api.add({
    method: 'POST',
    path: '/brands/:id/test',
    permission: 'brands:write',
    operationId: 'sendTest',
    tag: 'brands',
    summary: 'Send a test event now, and return what came of it',
    body: Test,
    // It waits for a receiver, which no transaction may.
    ignoresKey: true,
    answer: { description: 'What came of it', data: TestResult },
    handle: ({ ctx, id, body }) => sendTest({ ...services, ...ctx }, { reference: `id:${id}`, ...body }),
  })
}
