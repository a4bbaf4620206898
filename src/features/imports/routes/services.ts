import type { ImportContext } from '../context.ts'

/** What the operations on imports need beside the call's own context. */
export type ImportServices = Pick<ImportContext, 'progressOf' | 'wake'>
