import { readdirSync, readFileSync } from 'node:fs'

/** The processes that `pid` started itself and that still run. Linux only, as everything here. */
export function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return pids.filter((one) => isRunning(one) && parentOf(one) === pid)
}

/** Whether the process runs. A zombie, whose parent has not collected it yet, does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Sends a signal to each process that still exists. */
export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended by itself.
    }
  }
}

/** Kills a process and its children as a power cut would: none of them runs on alone. */
export function killTree(pid: number): void {
  // Stopped first, so that it starts no more children.
  signal([pid], 'SIGSTOP')
  signal([...childrenOf(pid), pid], 'SIGKILL')
}

function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
