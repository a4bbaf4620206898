import type { WarrantyContext } from '../warranties/index.ts'

/** The first argument of every operation on registrations. */
export interface RegistrationContext extends WarrantyContext {}

/** The services that operations on registrations need beside the call's own context. */
export type RegistrationServices = Omit<RegistrationContext, 'db' | 'clock' | 'principal'>
