/** The limits that refuse callers, by their names in the metrics. */
export const LIMITS = ['requests', 'logins'] as const
export type Limit = (typeof LIMITS)[number]
