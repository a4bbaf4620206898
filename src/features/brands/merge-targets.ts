import { type LeadWebhook, readTargets, type WarrantyCrm } from './targets.ts'

/** A change to a target (RFC 7396): omitted fields keep their values, null removes them. */
type Patch = Record<string, unknown>

export interface TargetPatches {
  lead_webhook?: Patch | null
  warranty_crm?: Patch | null
}

/** Returns a brand's targets after a change. A CRM of another type keeps nothing of the one before. */
export function mergeTargets(
  stored: Parameters<typeof readTargets>[0],
  { lead_webhook, warranty_crm }: TargetPatches,
): { lead_webhook?: LeadWebhook | null; warranty_crm?: WarrantyCrm | null } {
  const before = readTargets(stored)
  const sameCrm = !warranty_crm?.type || warranty_crm.type === before.warranty_crm?.type
  return {
    ...(lead_webhook !== undefined && { lead_webhook: merge(before.lead_webhook, lead_webhook) }),
    ...(warranty_crm !== undefined && {
      warranty_crm: merge(sameCrm ? before.warranty_crm : null, warranty_crm),
    }),
  }
}

interface Target {
  secret?: string
  previous_secret?: string
}

/** Keeps the current secret as the previous one when a new one replaces it, until receivers use the new one. */
function merge<T extends object>(stored: T | null, patch: Patch | null): T | null {
  if (patch === null) return null
  const before: Target = stored ?? {}
  const next = mergePatch(before, patch) as Target
  if (patch.secret === null) delete next.previous_secret
  else if (patch.secret !== undefined && before.secret && before.secret !== patch.secret) {
    next.previous_secret = before.secret
  }
  return next as T
}

function mergePatch(target: object, patch: Patch): object {
  const next: Record<string, unknown> = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete next[key]
    else if (typeof value === 'object' && !Array.isArray(value)) {
      const merged = mergePatch((next[key] as object) ?? {}, value as Patch)
      if (Object.keys(merged).length > 0) next[key] = merged
      else delete next[key]
    } else next[key] = value
  }
  return next
}
