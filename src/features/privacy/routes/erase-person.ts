import { Invalid, issue } from '../../../platform/errors.ts'
import { emailKey } from '../../../platform/validate.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { coverageOf } from '../coverage.ts'
import { erasePerson } from '../operations/erase-person.ts'
import { EraseBody, PersonErased } from './schemas.ts'
import type { PrivacyServices } from './services.ts'

export function addErasePerson(api: AdminApi, services: PrivacyServices): void {
  api.add({
    method: 'POST',
    path: '/people/erase',
    permission: 'people:erase',
    operationId: 'erasePerson',
    tag: 'people',
    summary: "Erase a person for good from what the caller's brands hold. Warranties and their dates stay",
    body: EraseBody,
    // It reads the result after its transaction. Repeating it is harmless.
    ignoresKey: true,
    answer: { description: 'What was removed', data: PersonErased },
    handle: async ({ ctx: call, body: { email, confirm } }) => {
      if (emailKey(confirm) !== emailKey(email)) {
        throw new Invalid([
          issue('confirm', 'must be the same e-mail address, because this cannot be undone'),
        ])
      }
      const ctx = { ...services, ...call }
      const erased = await erasePerson(ctx, { email })
      return { ...erased, covers: coverageOf(ctx, await ctx.brands.getFresh()) }
    },
  })
}
