/**
 * Kills a server again and again under load, and tells what came of it:
 * `npm run chaos:kill -- [--cycles 100] [--database sqlite|postgres]`. docs/testing.md says what must hold.
 */
import { parseArgs } from 'node:util'
import { createDatabase } from '../support/databases.ts'
import { startPostgres } from '../support/postgres.ts'
import { makeTempFolder, removeFolder, removeStaleFolders } from '../support/temp-folders.ts'
import { killAgainAndAgain } from './kills.ts'

const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '100' }, database: { type: 'string' } },
})
let broken = false
await removeStaleFolders('kills')
for (const dialect of values.database ? [values.database] : ['sqlite', 'postgres']) {
  const folder = makeTempFolder('kills')
  // What is acknowledged is on disk, and the kernel is not what is killed here.
  const postgres = dialect === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  try {
    const database = await createDatabase({ folder, adminUrl: postgres?.adminUrl })
    const say = (line: string) => console.error(`  ${dialect}: ${line}`)
    const report = await killAgainAndAgain(database, { cycles: Number(values.cycles), patient: true, say })
    const { faults, ...figures } = report
    console.log(`${dialect}: ${JSON.stringify(figures)}, ${faults.length} faults`)
    for (const fault of faults) console.log(`  ${fault}`)
    broken ||= faults.length > 0
    await database.drop()
  } finally {
    await postgres?.stop()
    removeFolder(folder)
  }
}
process.exit(broken ? 1 : 0)
