import type { ImportMode } from '../../platform/imports/run-import.ts'

/** How an import is to be done. */
export interface ImportOptions extends ImportMode {
  brandId: number
  /** Make the brand's the file's exactly: what no row names goes. What an invalid row names, or may name, stays. */
  replace: boolean
}

/** Told of an invalid row for whose sake `replace` has removed nothing. */
export const MAY_BE_ANY =
  'The row may mean any of the records that the file does not name, so none of them is removed. Fix it and import the complete file again.'
