export { applySetup, type SetupContext, type SetupOutcome } from './apply.ts'
export { registerSetupCommands } from './cli.ts'
