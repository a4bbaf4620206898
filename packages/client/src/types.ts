import type { components, operations } from './generated/api.ts'

/** Everything that openapi.json names. */
export type Schemas = components['schemas']

export type NewWarranty = Schemas['NewWarranty']
export type NewContact = Schemas['NewContact']
export type CreatedWarranty = Schemas['CreatedWarranty']
export type ListedWarranty = Schemas['ListedWarranty']
export type Warranty = Schemas['Warranty']
export type WarrantyUpdate = Schemas['WarrantyUpdate']
export type WarrantyTransfer = Schemas['WarrantyTransfer']
export type SyncedWarranty = Schemas['SyncedWarranty']
export type OwnershipHistory = Schemas['OwnershipHistory']
export type BulkOutcome = Schemas['BulkOutcome']
export type BulkSummary = Schemas['BulkSummary']
export type Pagination = Schemas['Pagination']
export type NewLead = Schemas['NewLead']
export type LeadAccepted = Schemas['LeadAccepted']
export type LocatedDealers = Schemas['LocatedDealers']
export type LocatedDealer = Schemas['LocatedDealer']

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never

/** The filters of the list. `limit` is the size of a page, up to 100. */
export type ListFilters = Omit<QueryOf<operations['listWarranties']>, 'cursor'>
export type ExportFilters = QueryOf<operations['exportWarranties']>
export type DealerQuery = QueryOf<operations['findDealers']>
export type OwnerRegistration = operations['submitRegistration']['requestBody']['content']['application/json']
export type Challenge = Schemas['GetChallengeResponse']
export type RegistrationAccepted = Schemas['SubmitRegistrationResponse']
