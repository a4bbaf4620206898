/** The scopes of a publishable key. */
export const WEB_SCOPES = ['dealer-locator', 'lead-submission', 'warranty-registration'] as const

export type WebScope = (typeof WEB_SCOPES)[number]
