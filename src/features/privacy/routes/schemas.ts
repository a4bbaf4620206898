import { Type } from 'typebox'
import { FilledText } from '../../../platform/input-schemas.ts'
import { Named, Nullable, Time } from '../../../platform/output-schemas.ts'
import { ListQuery } from '../../../platform/paging.ts'

const Documents = Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true }))
const Address = FilledText(254)

const Covers = Named(
  'PersonCoverage',
  Type.Object({
    all_brands: Type.Boolean(),
    brands: Type.Array(Type.String(), { description: 'Slugs' }),
    text: Type.String(),
  }),
)

/** A place that mentions a person. */
export const PersonPlace = Named(
  'PersonPlace',
  Type.Object({
    what: Type.String(),
    brand: Nullable(Type.String({ description: 'Slug' })),
    of: Nullable(Type.Union([Type.String(), Type.Integer()], { description: 'HIN, id or code' })),
    when: Nullable(Type.String()),
    kept: Type.Optional(Type.String({ description: 'Set where erasing leaves it: user or dealer' })),
  }),
)

/** Everything stored about a person: the same as `transom person export` writes. */
export const PersonExport = Named(
  'PersonExport',
  Type.Object({
    email: Type.String(),
    as_of: Time,
    ownerships: Documents,
    leads: Documents,
    registrations: Documents,
    mentions: Documents,
    events: Documents,
    recipients: Documents,
    api_login: Type.Boolean(),
    dealers: Documents,
    covers: Covers,
  }),
)

/** The data that an erasure removed. */
export const PersonErased = Named(
  'PersonErased',
  Type.Object({
    owners: Type.Integer(),
    warranties: Type.Integer(),
    leads: Type.Integer(),
    lead_mentions: Type.Integer(),
    registrations: Type.Integer(),
    registration_mentions: Type.Integer(),
    deliveries_dropped: Type.Integer(),
    events: Type.Integer(),
    imports: Type.Integer({ description: 'Imports whose stored files are deleted' }),
    answers: Type.Integer(),
    complete: Type.Boolean({
      description: 'False where somebody wrote about the person meanwhile: repeat it',
    }),
    purged: Type.Boolean({ description: 'Whether old copies in the embedded database are overwritten' }),
    on_file: Type.Boolean({ description: 'Whether a restore finds it' }),
    covers: Covers,
  }),
)

export const FindQuery = ListQuery({ email: Address })
export const ExportBody = Type.Object({ email: Address }, { additionalProperties: false })
export const EraseBody = Type.Object(
  { email: Address, confirm: Type.String({ description: 'The same e-mail address', maxLength: 254 }) },
  { additionalProperties: false },
)
