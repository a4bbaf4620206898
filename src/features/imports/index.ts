export { pruneImports } from './operations/prune-imports.ts'
