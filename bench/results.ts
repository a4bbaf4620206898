import { availableParallelism, cpus, release, totalmem, type } from 'node:os'
import { DIALECTS } from './databases.ts'
import { type Result, renderTable } from './report.ts'

const HEAD = `# Results

Written by \`npm run bench\`: each row as it was last measured at its full size. [Performance](../docs/performance.md) says
what the rows are, and what each is measured beside.
`

/** The machine in one line. */
export function machine(): string {
  const gigabytes = Math.round(totalmem() / 1e9)
  return `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${gigabytes} GB, ${type()} ${release()}`
}

/**
 * Returns the page bench/RESULTS.md with these results in the place of earlier ones of the same rows and databases.
 * @param page the page so far; empty for none
 * @param context when and on what they were measured, in one line
 * @param order the rows of the page in their order; others are dropped
 */
export function updateResults(
  page: string,
  results: readonly Result[],
  { context, order }: { context: string; order: readonly string[] },
): string {
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.trimEnd()]),
  )
  for (const result of results) {
    const heading = headingOf(result.row, result.database)
    sections.set(heading, `${heading}\n\n${context}\n\n\`\`\`\n${renderTable([result])}\n\`\`\``)
  }
  const inOrder = order.flatMap((row) => DIALECTS.map((dialect) => sections.get(headingOf(row, dialect))))
  return [
    HEAD,
    ...inOrder.filter((section) => section !== undefined).map((section) => `## ${section}\n`),
  ].join('\n')
}

function headingOf(row: string, database: string): string {
  return `${row}, ${database}`
}
