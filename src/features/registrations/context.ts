import type { Mailer } from '../../platform/outgoing/mailer.ts'
import type { WarrantyContext } from '../warranties/index.ts'

/** The first argument of every operation on registrations. */
export interface RegistrationContext extends WarrantyContext {
  /** Absent: owners get no e-mail. */
  mailer?: Pick<Mailer, 'send'> | undefined
}

/** The services that operations on registrations need beside the call's own context. */
export type RegistrationServices = Omit<RegistrationContext, 'db' | 'clock' | 'principal'>
