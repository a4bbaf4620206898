export type { SetupContext } from './apply.ts'
