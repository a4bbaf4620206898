export type { SetupContext } from './apply.ts'
export { changeSetup } from './change-setup.ts'
