import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import { type Result, renderTable } from './report.ts'

/** The machine in one line. */
export function machine(): string {
  const gigabytes = Math.round(totalmem() / 1e9)
  return `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${gigabytes} GB, ${type()} ${release()}`
}

/**
 * Returns the page bench/RESULTS.md: all rows with the machine, the day and the versions.
 * `versions` are those of the databases, by name.
 */
export function renderResults(
  results: readonly Result[],
  { on, day, versions }: { on: string; day: string; versions: Record<string, string> },
): string {
  const all = Object.entries({ 'Node.js': process.versions.node, ...versions })
  return [
    '# Results',
    '',
    'Written by `npm run bench`, when it measures everything at its full size. [Performance](../docs/performance.md) says',
    'what the rows are, and what each is measured beside.',
    '',
    `- ${day}`,
    `- ${on}`,
    `- ${all.map(([name, version]) => `${name} ${version}`).join(', ')}`,
    '',
    '```',
    renderTable(results),
    '```',
    '',
  ].join('\n')
}
