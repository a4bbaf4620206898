import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { arePermissionsSame, joinPermissions, permissionsOfRole, singlePermissions } = await import(
  './permissions.ts'
)

test('a name that stands for several permissions stays while all of them do', () => {
  const known = ['warranty:*', 'leads:*', 'audit:read']
  expect(joinPermissions(singlePermissions(known), known)).toEqual(known)
  const fewer = singlePermissions(known).filter((name) => name !== 'leads:write')
  expect(joinPermissions(fewer, known)).toEqual(['warranty:*', 'audit:read', 'leads:read'])
  expect(joinPermissions([...fewer, 'brands:read'], known)).toContain('brands:read')
  expect(joinPermissions([], known)).toEqual([])
})

test('everything without one permission is a list of the others', () => {
  const others = singlePermissions(['*']).filter((name) => name !== 'people:erase')
  expect(joinPermissions(others, ['*'])).toEqual(others)
})

test('permissions are compared by what they permit', () => {
  expect(arePermissionsSame(['leads:*'], ['leads:write', 'leads:read'])).toBe(true)
  expect(arePermissionsSame(permissionsOfRole('sales'), permissionsOfRole('viewer'))).toBe(false)
  expect(permissionsOfRole('')).toEqual([])
})
