import { account } from './account.ts'
import { audit } from './audit.ts'
import { brands } from './brands.ts'
import { common } from './common.ts'
import { dealers } from './dealers.ts'
import { deliveries } from './deliveries.ts'
import { events } from './events.ts'
import { frame } from './frame.ts'
import { imports } from './imports.ts'
import { leads } from './leads.ts'
import { overview } from './overview.ts'
import { records } from './records.ts'
import { registrations } from './registrations.ts'
import { signIn } from './sign-in.ts'
import { system } from './system.ts'
import { territories } from './territories.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'
import { warranties } from './warranties.ts'

/** English. One file for each area; a page's texts are those of its feature. */
export const en = {
  /** For dates and numbers. */
  locale: 'en',
  account,
  audit,
  brands,
  common,
  dealers,
  deliveries,
  events,
  frame,
  imports,
  leads,
  overview,
  records,
  registrations,
  signIn,
  system,
  territories,
  tokens,
  users,
  warranties,
}
