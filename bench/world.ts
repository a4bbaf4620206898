import { randomBytes } from 'node:crypto'

/** The slugs of the brands, whose ids count from 1. */
export const BRANDS = ['harbor-craft', 'tidewater', 'blue-heron'] as const
export const PASSWORD = 'correct horse battery staple'
export const API_TOKEN = randomBytes(24).toString('base64url')
const USERS = 16

export const userEmail = (index: number) => `user${index % USERS}@example.com`

/** The set-up file that every row begins with: users and a token that may do everything. */
export function callers() {
  return {
    brands: BRANDS.map((slug, index) => ({ id: index + 1, slug, name: `Brand ${slug}` })),
    api_users: Array.from({ length: USERS }, (_, index) => ({
      email: userEmail(index),
      password: PASSWORD,
      brands: BRANDS,
      permissions: ['warranty:*'],
    })),
    api_tokens: [
      { name: 'bench', token: API_TOKEN, brands: BRANDS, scopes: ['dealer-locator', 'lead-submission'] },
    ],
  }
}
