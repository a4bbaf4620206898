/** Makes a server leak, to check that the soak notices: `SOAK_LEAK=memory` or `SOAK_LEAK=descriptors`. */
import { openSync } from 'node:fs'

const kept: unknown[] = []
const LEAKS: Record<string, () => void> = {
  // 1 MB a second.
  memory: () => kept.push(Array.from({ length: 12_500 }, Math.random)),
  descriptors: () => kept.push(openSync('/dev/null', 'r')),
}
const leak = LEAKS[process.env.SOAK_LEAK ?? '']
if (!leak) throw new Error('SOAK_LEAK is memory or descriptors.')
setInterval(leak, process.env.SOAK_LEAK === 'memory' ? 100 : 1_000).unref()
