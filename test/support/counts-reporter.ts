import type { Reporter, TestModule } from 'vitest/node'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Prints the counts of each project and of all at the end of a run: `sqlite: 80 passed, 0 failed`. */
export class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = count(modules)
    for (const [name, own] of Map.groupBy(modules, (module) => module.project.name)) {
      console.log(`${name}: ${describe(count(own))}`)
    }
    console.log(`all: ${describe(all)}`)
  }
}

function count(modules: readonly TestModule[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const module of modules) {
    // A file that can't be loaded has no tests, and one whose hook fails has skipped ones.
    counts.failed += Number(module.errors().length > 0)
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      // A test that didn't run, after a failed hook or in a canceled run, hasn't passed.
      counts[state === 'pending' ? 'failed' : state]++
    }
  }
  return counts
}

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
