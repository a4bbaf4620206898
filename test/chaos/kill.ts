/**
 * Kills a server repeatedly under load and reports what was kept:
 * `npm run chaos:kill -- [--cycles 100] [--database sqlite|postgres]`. See docs/testing.md.
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
  .option('--cycles <number>', 'number of kills', readNumber, 100)
  .addOption(new Option('--database <database>', 'only on this database').choices(DIALECTS))
  .parse()
  .opts<{ cycles: number; database?: Dialect }>()
let broken = false
await removeStaleFolders('kills')
for (const dialect of given.database ? [given.database] : DIALECTS) {
  const folder = makeTempFolder('kills')
  // Only the server is killed, but what it acknowledged must be on disk.
  const postgres = dialect === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  try {
    const database = await createDatabase({ folder, adminUrl: postgres?.adminUrl })
    const say = (line: string) => console.error(`  ${dialect}: ${line}`)
    const report = await killAgainAndAgain(database, { cycles: given.cycles, patient: true, say })
    const { issues, ...figures } = report
    console.log(`${dialect}: ${JSON.stringify(figures)}, ${issues.length} broken promises`)
    for (const issue of issues) console.log(`  ${issue}`)
    broken ||= issues.length > 0
    await database.drop()
  } finally {
    await postgres?.stop()
    removeFolder(folder)
  }
}
process.exit(broken ? 1 : 0)
