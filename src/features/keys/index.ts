export { registerKeyCommands } from './cli.ts'
export { followSecrets, jwtSecrets, SECRET_FILES } from './secrets.ts'
