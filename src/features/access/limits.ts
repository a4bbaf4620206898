/** The limits that refuse callers, by their names in the metrics. */
export const LIMITS = ['requests', 'clients', 'logins'] as const
export type Limit = (typeof LIMITS)[number]
