/** The permissions of each role. Single permissions of a user may be changed afterwards. */
interface Role {
  permissions: readonly string[]
  /** True: the role is for all brands, including later ones. */
  allBrands: boolean
}

const READS = ['dealers:read', 'leads:read', 'deliveries:read', 'brands:read', 'audit:read']
const WARRANTY_READS = ['warranty:list', 'warranty:read', 'warranty:history']

/** Named sets of permissions. */
export const ROLES = {
  administrator: { permissions: ['*'], allBrands: true },
  brand_manager: {
    permissions: [
      'warranty:*',
      'warranty:correct',
      'dealers:*',
      'leads:*',
      'deliveries:*',
      'brands:*',
      'access:*',
      'people:*',
      'audit:read',
      // Brand managers make viewers, and nobody grants more than they hold.
      'system:read',
    ],
    allBrands: false,
  },
  service: {
    permissions: ['warranty:*', 'warranty:correct', 'people:read', 'dealers:read'],
    allBrands: false,
  },
  sales: { permissions: ['leads:*', 'deliveries:read', 'dealers:read'], allBrands: false },
  viewer: { permissions: [...WARRANTY_READS, ...READS, 'system:read'], allBrands: false },
} as const satisfies Record<string, Role>

export type RoleName = keyof typeof ROLES

export const ROLE_NAMES = Object.keys(ROLES) as RoleName[]
