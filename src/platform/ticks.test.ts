import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const SCRIPT = `
  import { createHook } from 'node:async_hooks'
  import { keepTicksFast } from '${new URL('./ticks.ts', import.meta.url)}'
  const kept = new WeakRef(await keepTicksFast())
  for (let round = 0; round < 20; round++) {
    for (let n = 0; n < 20_000; n++) process.nextTick(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    gc()
  }
  let made
  createHook({ init: (_id, type, _trigger, tick) => { if (type === 'TickObject') made = tick } }).enable()
  process.nextTick(() => console.log(%HaveSameMap(kept.deref(), made)))
`

test('what Node makes for process.nextTick keeps its shape when all garbage is collected', () => {
  const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module', '-e', SCRIPT]
  expect(execFileSync(process.execPath, flags, { encoding: 'utf8' })).toBe('true\n')
})
