import { type Issue, issue } from '../../platform/errors.ts'
import { isWebhookSecret } from '../../platform/outgoing/signature.ts'
import { checkTargetUrl, type TargetRules } from '../../platform/outgoing/target.ts'
import { check } from '../../platform/schema-issues.ts'
import type { BrandContext } from './context.ts'
import { AnyCrmFields, BrandFields, CRM_FIELDS } from './schemas.ts'
import type { LeadWebhook } from './targets.ts'

/** Returns everything that is wrong with a brand by itself. */
export function findBrandIssues(brand: unknown, ctx: Pick<BrandContext, 'targets' | 'recordPaths'>): Issue[] {
  const issues = check(BrandFields, brand)
  const { lead_webhook, warranty_crm } = (brand ?? {}) as { [field: string]: unknown }
  if (isObject(lead_webhook)) issues.push(...webhookIssues(lead_webhook, ctx.targets))
  if (isObject(warranty_crm)) issues.push(...crmIssues(warranty_crm, ctx))
  return issues
}

function webhookIssues(webhook: LeadWebhook, rules: TargetRules): Issue[] {
  const { categories } = webhook
  const urls = { url: webhook.url, ...prefixed('categories', categories) }
  const issues = [...urlIssues('lead_webhook', urls, rules), ...secretIssues('lead_webhook', webhook)]
  if (!('url' in webhook) && Object.keys(categories ?? {}).length === 0) {
    issues.push(issue('lead_webhook.url', 'is required where there are no categories'))
  }
  return issues
}

function crmIssues(
  crm: Record<string, unknown>,
  { targets, recordPaths }: Pick<BrandContext, 'targets' | 'recordPaths'>,
): Issue[] {
  const type = crm.type === 'webhook' || crm.type === 'highlevel' ? crm.type : undefined
  const schema = type ? CRM_FIELDS[type] : AnyCrmFields
  const paths = Object.entries(type === 'highlevel' && isObject(crm.custom_fields) ? crm.custom_fields : {})
  const astray = paths.filter(([, path]) => typeof path === 'string' && !recordPaths.has(path))
  return [
    ...check(schema, type ? crm : { ...crm, type: crm.type ?? null }).map(({ field, message }) => ({
      field: field ? `warranty_crm.${field}` : 'warranty_crm',
      message,
    })),
    ...urlIssues('warranty_crm', { url: crm.url }, targets),
    ...(type === 'webhook' ? secretIssues('warranty_crm', crm) : []),
    ...astray.map(([name, path]) => ({
      field: `warranty_crm.custom_fields.${name}`,
      message: `A warranty has no field "${path}". Give a path in it, such as hin or contact.city.`,
    })),
  ]
}

function urlIssues(at: string, urls: Record<string, unknown>, rules: TargetRules): Issue[] {
  return Object.entries(urls).flatMap(([name, url]) => {
    const message = typeof url === 'string' && url !== '' ? checkTargetUrl(url, rules) : null
    return message === null ? [] : { field: `${at}.${name}`, message }
  })
}

function secretIssues(at: string, target: { secret?: unknown; previous_secret?: unknown }): Issue[] {
  const issues = (['secret', 'previous_secret'] as const)
    .filter((name) => typeof target[name] === 'string' && !isWebhookSecret(target[name]))
    .map((name) => issue(`${at}.${name}`, 'must be a Standard Webhooks secret: whsec_ and the key in base64'))
  if ('previous_secret' in target && !('secret' in target)) {
    issues.push(issue(`${at}.previous_secret`, 'is only valid beside the secret that replaces it'))
  }
  return issues
}

function prefixed(prefix: string, values: unknown): Record<string, unknown> {
  const entries = isObject(values) ? Object.entries(values) : []
  return Object.fromEntries(entries.map(([key, value]) => [`${prefix}.${key}`, value]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
