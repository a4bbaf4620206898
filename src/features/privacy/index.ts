export { registerPersonCommands } from './cli.ts'
