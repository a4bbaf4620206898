import type { ImportMode } from '../../../platform/imports/run-import.ts'

/** How an import is to be done. */
export interface ImportOptions extends ImportMode {
  brandId: number
  /** Make the brand's the file's exactly: what no row names, faulty rows included, goes. */
  replace: boolean
}
