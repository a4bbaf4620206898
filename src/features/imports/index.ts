export { pruneImports } from './operations/prune-imports.ts'
export { erasePersonFromImports, findPersonInImports, type ImportNaming } from './person.ts'
