import { readFileSync, writeFileSync } from 'node:fs'
import { askHost } from './host-client.ts'
import type { ServerProcess } from './server-process.ts'

/** Starts `transom serve` in a process that is already warm and runs other servers too: nothing may signal it. */
export async function startHosted(env: Record<string, string>): Promise<ServerProcess> {
  const output = `${env.DATA_DIR}.${env.PORT}.log`
  writeFileSync(output, '')
  await askHost('servers', { start: { env, output } })
  return {
    get pid() {
      return refuse()
    },
    get exited() {
      return refuse()
    },
    signal: refuse,
    isRunning: () => true,
    output: () => readFileSync(output, 'utf8'),
    end: () => askHost('servers', { stop: env.PORT }),
  }
}

function refuse(): never {
  throw new Error('This server shares its process. Start it with { ownProcess: true }.')
}
