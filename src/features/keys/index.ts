export { followSecrets, jwtSecrets, SECRET_FILES } from './secrets.ts'
