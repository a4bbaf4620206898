import type { AdminApi } from '../../admin-api/index.ts'
import { sendTest, Test, type TestContext } from '../operations/send-test.ts'
import { TestResultRecord } from '../record.ts'

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
    answer: { description: 'What came of it', data: TestResultRecord },
    handle: ({ ctx, id, body }) => sendTest({ ...services, ...ctx }, { reference: `id:${id}`, ...body }),
  })
}
