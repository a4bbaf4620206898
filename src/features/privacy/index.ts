export type { PrivacyContext } from './context.ts'
export { createErasureLog } from './erasure-log.ts'
export { pruneErasures } from './operations/repeat-erasures.ts'
