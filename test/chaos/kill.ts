/**
 * Kills a server again and again under load, and tells what came of it:
 * `npm run chaos:kill -- [--cycles 100] [--database sqlite|postgres]`. docs/testing.md says what must hold.
 */
import { Command, Option } from 'commander'
import { readNumber } from '../../src/platform/cli/options.ts'
import { createDatabase } from '../support/databases.ts'
import { startPostgres } from '../support/postgres.ts'
import { makeTempFolder, removeFolder, removeStaleFolders } from '../support/temp-folders.ts'
import { killAgainAndAgain } from './kills.ts'
import { DIALECTS, type Dialect } from './scenario.ts'

const given = new Command()
  .name('npm run chaos:kill --')
  .option('--cycles <number>', 'how often it is killed', readNumber, 100)
  .addOption(new Option('--database <database>', 'on this one only').choices(DIALECTS))
  .parse()
  .opts<{ cycles: number; database?: Dialect }>()
let broken = false
await removeStaleFolders('kills')
for (const dialect of given.database ? [given.database] : DIALECTS) {
  const folder = makeTempFolder('kills')
  // What is acknowledged is on disk, and the kernel is not what is killed here.
  const postgres = dialect === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  try {
    const database = await createDatabase({ folder, adminUrl: postgres?.adminUrl })
    const say = (line: string) => console.error(`  ${dialect}: ${line}`)
    const report = await killAgainAndAgain(database, { cycles: given.cycles, patient: true, say })
    const { issues, ...figures } = report
    console.log(`${dialect}: ${JSON.stringify(figures)}, ${issues.length} faults`)
    for (const fault of issues) console.log(`  ${fault}`)
    broken ||= issues.length > 0
    await database.drop()
  } finally {
    await postgres?.stop()
    removeFolder(folder)
  }
}
process.exit(broken ? 1 : 0)
