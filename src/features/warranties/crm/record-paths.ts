import { pathsOf } from '../records/field-paths.ts'
import { WarrantyRecord } from '../schemas.ts'

/** The paths of the warranty record that a CRM's custom field may show, such as `contact.city`. */
export const RECORD_PATHS: ReadonlySet<string> = new Set(pathsOf(WarrantyRecord))
