import type { Check } from '../../../platform/check.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { authorize, holdsAllBrands } from '../../../platform/principal.ts'
import { runChecks } from '../../doctor/index.ts'

/** A server's checks of itself. */
export interface HealthContext extends OperationContext {
  checks: {
    surroundings: readonly Check[]
    /** Checks whose findings can name records of any brand. */
    content: readonly Check[]
  }
}

/** Returns what the checks of `transom doctor` find, for a principal without all brands only those of no brand. */
export async function showHealth({ principal, checks }: HealthContext) {
  authorize(principal, 'system:read')
  const { surroundings } = checks
  const found = await runChecks(
    holdsAllBrands(principal) ? [...surroundings, ...checks.content] : surroundings,
  )
  const findings = found.map(({ level, ...finding }) => ({
    level: level === 'fault' ? ('error' as const) : level,
    ...finding,
  }))
  const count = (level: string) => findings.filter((finding) => finding.level === level).length
  return { healthy: count('error') === 0, errors: count('error'), warnings: count('warning'), findings }
}
