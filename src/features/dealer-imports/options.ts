import type { ImportMode } from '../../platform/imports/run-import.ts'

/** How an import is to be done. */
export interface ImportOptions extends ImportMode {
  brandId: number
  /** Make the brand's the file's exactly: what no row names goes. What a faulty row names, or may name, stays. */
  replace: boolean
}

/** Told of a faulty row for whose sake `replace` has removed nothing. */
export const MAY_BE_ANY =
  'may mean any of those that the file does not name, so --replace removes none of them: mend it and import the whole file again'
