export type { SetupContext } from './apply.ts'
export { registerSetupCommands } from './cli.ts'
