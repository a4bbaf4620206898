import { Type } from 'typebox'

/** The filters that lists of users and of tokens share. */
export const ACCESS_FILTERS = {
  brand: Type.Optional(Type.String({ description: 'Slug; those with all brands match, too' })),
  active: Type.Optional(Type.Boolean()),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the e-mail address or name' })),
}
