import type { Places } from '../../src/features/dealers/index.ts'

/** Knows no postal code. */
export const NOWHERE: Places = { locate: async () => null, locateAll: async () => new Map() }
