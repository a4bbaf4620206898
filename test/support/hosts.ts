import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compileCache } from './server-process.ts'

/** A host's programs. */
export type HostKind = 'servers' | 'commands'

const SCRIPTS: Record<HostKind, string> = { servers: 'server-host.ts', commands: 'command-host.ts' }

/**
 * Lends warm processes to the processes of tests, each to one at a time, through a socket at `path`. A connection's first line
 * names the kind of host. Each other line is a message to the host, and each answered line is one of its messages.
 */
export async function lendHosts(folder: string): Promise<{ path: string; stop(): void }> {
  const path = join(folder, 'hosts.sock')
  const hosts = new Set<ChildProcess>()
  const idle: Record<HostKind, ChildProcess[]> = { servers: [], commands: [] }

  function start(kind: HostKind): ChildProcess {
    const host = fork(join(import.meta.dirname, SCRIPTS[kind]), {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, ...compileCache },
    })
    hosts.add(host)
    host.once('exit', () => {
      hosts.delete(host)
      idle[kind] = idle[kind].filter((other) => other !== host)
    })
    return host
  }

  async function serve(socket: Socket): Promise<void> {
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    const kind = (await lines.next()).value as HostKind
    const host = idle[kind].pop() ?? start(kind)
    const pass = (message: unknown) => void socket.write(`${JSON.stringify(message)}\n`)
    const hangUp = () => void socket.destroy()
    host.on('message', pass).once('exit', hangUp)
    for await (const line of { [Symbol.asyncIterator]: () => lines }) host.send(JSON.parse(line))
    host.off('message', pass).off('exit', hangUp)
    if (!host.connected) return
    host.send({ release: true })
    await once(host, 'message')
    idle[kind].push(host)
  }

  const server = createServer((socket) => {
    socket.on('error', hostEnded)
    serve(socket).catch(hostEnded)
  })
  await once(server.listen(path), 'listening')
  return {
    path,
    stop() {
      server.close()
      for (const host of hosts) host.kill('SIGKILL')
    },
  }
}

/** The test that waits for the host reports it. */
function hostEnded(): void {}
