import { type Static, Type } from 'typebox'
import { CreateBody, optional } from '../warranties/index.ts'

const { hin, model, model_year, registration_date: date, contact } = CreateBody.properties

/** A boat as its owner registers it. Unknown fields are ignored. */
export const RegistrationBody = Type.Object({
  brand: Type.String({ minLength: 1, description: 'Brand slug' }),
  hin,
  model,
  model_year,
  purchase_date: date,
  dealer_code: optional({ description: 'Code of the dealer who sold the boat' }),
  contact,
  consent: Type.Unsafe<true>({
    type: 'boolean',
    const: true,
    expected: 'must be true',
    description: 'The owner agrees that the brand keeps these data',
  }),
  email_optin: Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], default: false })),
})

export type RegistrationBody = Static<typeof RegistrationBody>

export const RegistrationReceived = {
  ...Type.Object({
    status: Type.Literal('success'),
    message: Type.String(),
    registration_id: Type.Integer(),
    version: Type.String(),
  }),
  'x-response-description': 'The registration is stored',
}
