import { pageOf } from '../../../platform/paging.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { findPerson } from '../operations/find-person.ts'
import { FindQuery, PersonPlace } from './schemas.ts'
import type { PrivacyServices } from './services.ts'

export function addFindPerson(api: AdminApi, services: PrivacyServices): void {
  api.add({
    method: 'GET',
    path: '/people',
    permission: 'people:read',
    operationId: 'findPerson',
    tag: 'people',
    summary: "List the places in the caller's brands that mention a person",
    query: FindQuery,
    answer: { description: 'A page of places', data: PersonPlace, list: true },
    handle: async ({ ctx, query: { email, ...page } }) => {
      const places = await findPerson({ ...services, ...ctx }, { email })
      const { items, pagination } = await pageOf(
        places.map((place, index) => ({ id: index + 1, place })),
        page,
      )
      return { items: items.map(({ place }) => place), pagination }
    },
  })
}
