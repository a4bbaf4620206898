export { registerPostalCommands } from './cli.ts'
export { normalizePostalCode } from './normalize-postal-code.ts'
export type { Point } from './point.ts'
export { createPostalCodes, type PostalCodes } from './postal-codes.ts'
