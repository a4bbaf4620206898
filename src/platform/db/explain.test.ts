import { expect, test } from 'vitest'
import { explainDatabaseError } from './explain.ts'
import { ReadOnlyDatabase } from './unavailable.ts'

const driverError = (code: string, message = 'refused') => Object.assign(new Error(message), { code })

test.each([
  ['too many connections', driverError('53300'), /no connection left: refused.*DATABASE_POOL_SIZE/],
  [
    'a wrong password',
    driverError('28P01', 'password authentication failed for user "a"'),
    /user "a".*pg_hba/,
  ],
  ['a locked role', driverError('28000'), /refuses the login.*log in/],
  ['a missing right', driverError('42501', 'permission denied for table x'), /table x.*GRANT/],
  ['a missing database', driverError('3D000', 'database "x" does not exist'), /"x".*Create/],
  ['an unknown CA', driverError('SELF_SIGNED_CERT_IN_CHAIN'), /authority.*sslrootcert/],
  ['a standby', new ReadOnlyDatabase(), /standby.*primary/],
  ['a pooler in transaction mode', driverError('26000'), /pooler.*DATABASE_LISTEN_URL/],
  ['a server that is silent', new Error('Query read timeout'), /in time.*firewall/],
])('%s has a cause and a remedy', (_what, error, expected) => {
  const { cause, remedy } = explainDatabaseError(error)!
  expect(`${cause} ${remedy}`).toMatch(expected)
})

test('an error without an explanation keeps its own message', () => {
  expect(explainDatabaseError(driverError('XX000'))).toBeUndefined()
  expect(explainDatabaseError('a text')).toBeUndefined()
})
