import { expect, inject, test } from 'vitest'
import { killAgainAndAgain } from '../../chaos/kills.ts'
import { createDatabase } from '../../support/databases.ts'

test('over 8 kills under load of leads and warranties, nothing acknowledged is lost and all of it arrives', {
  timeout: 240_000,
}, async () => {
  const server = inject('databaseServer')
  const database = await createDatabase({ ...server, template: server.template })
  const { acknowledged, deliveries, issues } = await killAgainAndAgain(database, {
    cycles: 8,
    patient: false,
  })
  expect(issues).toEqual([])
  expect(acknowledged).toBeGreaterThan(8)
  expect(deliveries).toBeGreaterThanOrEqual(acknowledged)
  await database.drop()
})
