/** What a publishable key may open. */
export const WEB_SCOPES = ['dealer-locator', 'lead-submission', 'warranty-registration'] as const

export type WebScope = (typeof WEB_SCOPES)[number]
