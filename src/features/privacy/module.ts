import type { AdminApi } from '../admin-api/index.ts'
import { addErasePerson } from './routes/erase-person.ts'
import { addExportPerson } from './routes/export-person.ts'
import { addFindPerson } from './routes/find-person.ts'
import type { PrivacyServices } from './routes/services.ts'

/** Adds the endpoints on people to the administration. */
export function addPeopleRoutes(api: AdminApi, services: PrivacyServices): void {
  addFindPerson(api, services)
  addExportPerson(api, services)
  addErasePerson(api, services)
}
