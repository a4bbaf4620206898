import type { AdminApi } from '../../admin-api/index.ts'
import type { AccountContext } from '../context.ts'
import { showSession } from '../operations/show-session.ts'
import { SessionRecord } from '../sign-in-schemas.ts'
import { signInOf } from './signed-in.ts'

export function addShowSession(api: AdminApi, account: AccountContext): void {
  api.add({
    method: 'GET',
    path: '/session',
    permission: null,
    operationId: 'showSession',
    tag: 'session',
    summary: 'Show who is signed in, and what this person may do',
    answer: { description: 'The session', data: SessionRecord },
    handle: ({ request }) => showSession(account, signInOf(request)),
  })
}
