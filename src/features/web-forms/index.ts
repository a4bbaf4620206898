export type { SolvedChallenge } from './challenge.ts'
export type { FormGuard, GuardForm } from './form-guard.ts'
export { deleteExpiredChallenges } from './queries.ts'
export { useChallenge } from './use-challenge.ts'
