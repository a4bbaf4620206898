import { type Finding, ok, problem, warning } from '../../platform/check.ts'
import { OutgoingError } from '../../platform/outgoing/failure.ts'
import type { TargetRules } from '../../platform/outgoing/target.ts'
import type { Brand } from './brands.ts'
import { probeTarget } from './probe.ts'
import { HIGHLEVEL_URL } from './targets.ts'

const TIMEOUT_MS = 8_000
const DAY_MS = 86_400_000
const SOON_DAYS = 14

interface NamedTarget {
  /** Such as `lead webhook of harbor-craft`. */
  name: string
  url: string
  signed: boolean
}

/** Checks that webhooks and CRMs can be called: address, name, connection and certificate. Sends no event. */
export async function checkTargets(
  brands: Iterable<Brand>,
  rules: TargetRules,
  nowMs: number,
): Promise<Finding[]> {
  const targets = [...brands].flatMap(targetsOf)
  if (targets.length === 0) return [ok('No brand has a webhook or a CRM.')]
  const probes = new Map<string, Promise<Finding[]>>()
  const findings = targets.map(async ({ name, url, signed }) => {
    const probe = probes.get(url) ?? look(url, rules, nowMs)
    probes.set(url, probe)
    const found = (await probe).map((finding) => ({ ...finding, message: `The ${name} ${finding.message}` }))
    return signed
      ? found
      : [
          ...found,
          warning(
            `The ${name} receives unsigned messages, and cannot tell them from forged ones.`,
            'Give it a secret with `transom brands update`: docs/webhooks.md.',
          ),
        ]
  })
  return (await Promise.all(findings)).flat()
}

function targetsOf({ slug, leadWebhook, warrantyCrm }: Brand): NamedTarget[] {
  const leads = { ...(leadWebhook?.url && { '': leadWebhook.url }), ...leadWebhook?.categories }
  const signed = Boolean(leadWebhook?.secret)
  const targets = Object.entries(leads).map(([category, url]) => ({
    name: `lead webhook of ${slug}${category && ` for ${category}`}`,
    url,
    signed,
  }))
  if (!warrantyCrm) return targets
  const name = `warranty CRM of ${slug}`
  return [
    ...targets,
    warrantyCrm.type === 'highlevel'
      ? { name, url: warrantyCrm.url ?? HIGHLEVEL_URL, signed: true }
      : { name, url: warrantyCrm.url, signed: Boolean(warrantyCrm.secret) },
  ]
}

/** Paths and queries of webhooks are often secrets: only the host is shown. */
async function look(url: string, rules: TargetRules, nowMs: number): Promise<Finding[]> {
  const host = URL.parse(url)?.host ?? 'an unreadable address'
  try {
    const validTo = await probeTarget(url, { ...rules, timeoutMs: TIMEOUT_MS })
    const days = validTo === null ? Number.POSITIVE_INFINITY : Math.floor((validTo - nowMs) / DAY_MS)
    if (days >= SOON_DAYS) return [ok(`(${host}) can be reached.`)]
    return [
      warning(`(${host}) has a certificate that expires in ${days} days.`, 'Ask its operator to renew it.'),
    ]
  } catch (error) {
    const reason = error instanceof OutgoingError ? error.message : 'The connection failed.'
    return [
      problem(
        `(${host}) cannot be reached: ${reason}`,
        'Correct the address with `transom brands update`, or ask its operator.',
      ),
    ]
  }
}
