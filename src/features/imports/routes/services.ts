import type { ImportContext } from '../context.ts'

/** The services that operations on imports need beside the call's own context. */
export type ImportServices = Pick<ImportContext, 'progressOf' | 'wake'>
