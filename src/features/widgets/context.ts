import type { Clock } from '../../platform/clock.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { ApiToken, Guards } from '../access/index.ts'
import type { Brand, Brands } from '../brands/index.ts'
import type { PostalCodes } from '../postal-codes/index.ts'
import type { SolvedChallenge } from '../web-forms/index.ts'
import type { Located } from './embed/dealer-view.ts'

/** The fields of a page's form. */
export interface FormInput {
  token: ApiToken
  sender: { address: string; userAgent: string | undefined }
  /** As the interface's body. */
  body: Record<string, unknown>
  /** Used up by what is stored, so that a form is stored once. */
  challenge: SolvedChallenge
}

export interface WidgetContext {
  clock: Clock
  brands: Cached<Brands>
  guards: Guards
  postalCodes: Pick<PostalCodes, 'nearest'>
  /** Returns the signing secrets: the current one, then older ones that are still valid. */
  secrets(): readonly [string, ...string[]]
  /** Finds dealers as the dealer locator does, with its errors. */
  locate(token: ApiToken, brand: string, parameters: Record<string, string>): Promise<Located>
  /** Returns the name of an active dealer of a brand. */
  dealerName(brandId: number, dealerId: number): Promise<string | undefined>
  /** Submits a lead as lead submission does, with its errors. */
  submitLead(input: FormInput): Promise<void>
  /** Stores an owner's registration as its interface does, with its errors. Returns its id. */
  submitRegistration(input: FormInput): Promise<number>
}

/** Returns the brand's own text about consent, in this language if there is one. */
export function consentOf({ consentTexts }: Brand, language: string): string | undefined {
  return consentTexts[language] ?? Object.values(consentTexts)[0]
}

/** Returns the one brand of a publishable key. */
export async function brandOf({ brands }: Pick<WidgetContext, 'brands'>, token: ApiToken): Promise<Brand> {
  const [id] = token.brands
  return (await brands.getFresh()).byId.get(id!)!
}
