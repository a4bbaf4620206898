import type { App } from '../../platform/http/server.ts'
import type { AdminApi } from '../admin-api/index.ts'
import type { GuardForm } from '../web-forms/index.ts'
import type { RegistrationContext, RegistrationServices } from './context.ts'
import { ownerMailHandler } from './mail/owner-mail.ts'
import { acceptMatching } from './operations/accept-matching.ts'
import { type SubmitRegistrationInput, submitRegistration } from './operations/submit-registration.ts'
import { addAcceptRegistration } from './routes/accept-registration.ts'
import { addListRegistrations } from './routes/list-registrations.ts'
import { addRejectRegistration } from './routes/reject-registration.ts'
import { addShowRegistration } from './routes/show-registration.ts'
import { addSubmitRegistration } from './routes/submit-registration.ts'

/** Owners' registrations from brands' websites. */
export interface Registrations {
  addRoutes(app: App): void
  /** Stores a registration of a page of this server. Returns its id. */
  submit(input: SubmitRegistrationInput): Promise<number>
  addAdminRoutes(api: AdminApi): void
  /** Accepts new registrations that match, of brands that want it. Runs every second. */
  acceptMatching(): Promise<number>
}

interface Options extends RegistrationServices, Pick<RegistrationContext, 'db' | 'clock'> {
  guardForm: GuardForm
  /** This server's address for browsers. */
  publicUrl: string
}

/** Builds registrations, and registers how owners get mail. */
export function createRegistrations({ guardForm, publicUrl, ...services }: Options): Registrations {
  services.deliveries.register('owner_mail', ownerMailHandler({ ...services, publicUrl }))
  return {
    acceptMatching: () => acceptMatching(services),
    addRoutes: (app) => addSubmitRegistration(app, services, guardForm('warranty-registration')),
    submit: (input) => submitRegistration(services, input),
    addAdminRoutes(api) {
      addListRegistrations(api, services)
      addShowRegistration(api, services)
      addAcceptRegistration(api, services)
      addRejectRegistration(api, services)
    },
  }
}
