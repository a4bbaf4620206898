import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with the counts of each project: `unit: 120 passed, sqlite: 80 passed, postgres: 80 passed`. */
export class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const projects = new Map<string, Map<string, number>>()
    for (const module of modules) {
      const counts = projects.get(module.project.name) ?? new Map<string, number>()
      projects.set(module.project.name, counts)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts.set(state, (counts.get(state) ?? 0) + 1)
      }
    }
    const lines = [...projects].map(([name, counts]) => `${name}: ${describe(counts)}`)
    console.log(lines.join(', '))
  }
}

function describe(counts: Map<string, number>): string {
  return [...counts].map(([state, count]) => `${count} ${state}`).join(' and ') || 'nothing ran'
}
