/** The limits that refuse callers, as the metrics name them. */
export const LIMITS = ['requests', 'logins'] as const
export type Limit = (typeof LIMITS)[number]
