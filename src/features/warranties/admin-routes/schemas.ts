import { type Static, Type } from 'typebox'
import { Named } from '../../../platform/output-schemas.ts'
import { ListQuery } from '../../../platform/paging.ts'
import { Ownership, OwnershipHistory, WarrantyRecord } from '../response-schemas.ts'
import {
  Contact,
  CreateBody,
  SYNC_STATUSES,
  TransferBody,
  UpdateContact,
  WARRANTY_STATUSES,
} from '../schemas.ts'

const closed = { additionalProperties: false }

/** A warranty as the administration shows it. */
export const AdminWarrantyRecord = Named(
  'Warranty',
  Type.Object({
    id: Type.Integer(),
    brand: Type.String({ description: 'Slug' }),
    ...WarrantyRecord.properties,
  }),
)

/** As the warranty interface shows it, with the date that a correction may change, too. */
export const History = Named(
  'WarrantyHistory',
  Type.Object({
    ...OwnershipHistory.properties,
    history: Type.Array(
      Named(
        'WarrantyOwner',
        Type.Object({
          ...Ownership.properties,
          purchase_date: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
        }),
      ),
      { description: 'The first owner first' },
    ),
  }),
)

const { brand_id: _, contact: __, ...registrationFields } = CreateBody.properties
const { hin: ___, ...correctedFields } = registrationFields
const ClosedContact = Named('NewContact', Type.Object(Contact.properties, closed))

export const AdminTransferBody = Type.Object({ ...TransferBody.properties, contact: ClosedContact }, closed)

export const ChangeBody = Type.Object(
  {
    ...Type.Partial(Type.Object(correctedFields)).properties,
    is_used: Type.Optional(Type.Boolean()),
    warranty_status: Type.Optional(Type.Enum([...WARRANTY_STATUSES])),
    owner: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Whose registration and purchase dates to correct: 1 is the first owner. Default: the present one',
      }),
    ),
    contact: Type.Optional(
      Named('ContactUpdate', Type.Object(UpdateContact.properties, { ...closed, minProperties: 1 })),
    ),
  },
  closed,
)

const date = Type.Optional(Type.String({ format: 'calendar-date', description: 'YYYY-MM-DD, inclusive' }))

export const AdminListQuery = ListQuery({
  brand: Type.Optional(Type.String({ description: 'Slug or id' })),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Beginning of a HIN or an e-mail address, beginnings of words of the owner's name, or digits of a phone number",
    }),
  ),
  status: Type.Optional(Type.Enum([...WARRANTY_STATUSES])),
  sync_status: Type.Optional(Type.Enum([...SYNC_STATUSES])),
  model_year: Type.Optional(Type.String({ maxLength: 255 })),
  registered_from: date,
  registered_to: date,
  updated_since: Type.Optional(
    Type.String({ description: 'ISO 8601: a time with its zone, or a date; inclusive' }),
  ),
})
export type AdminListQuery = Static<typeof AdminListQuery>
