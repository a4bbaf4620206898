export type { SetupContext } from './apply.ts'
export { changeSetup } from './change-setup.ts'
export { registerSetupCommands } from './cli.ts'
export { registerInitCommand } from './init/cli.ts'
