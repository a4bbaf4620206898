/** The password of everybody in the demo, printed for everybody to see. */
export const PASSWORD = 'a demo, not a secret'

/** One person for each role, to sign in to the console. Without `brands`: all brands. */
export const PEOPLE: { email: string; role: string; brands?: string[]; may: string }[] = [
  { email: 'admin@example.com', role: 'administrator', may: 'do everything' },
  {
    email: 'manager@example.com',
    role: 'brand_manager',
    brands: ['harbor-craft'],
    may: 'manage Harbor Craft',
  },
  {
    email: 'service@example.com',
    role: 'service',
    brands: ['harbor-craft', 'northwind-yachts'],
    may: 'work on warranties of two brands',
  },
  {
    email: 'sales@example.com',
    role: 'sales',
    brands: ['harbor-craft', 'northwind-yachts', 'blue-heron'],
    may: 'work on leads',
  },
  {
    email: 'viewer@example.com',
    role: 'viewer',
    brands: ['harbor-craft', 'northwind-yachts', 'blue-heron'],
    may: 'read only',
  },
]
