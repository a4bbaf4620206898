import { isWebhookSecret } from '../../platform/outgoing/signature.ts'
import { checkTargetUrl, type TargetRules } from '../../platform/outgoing/target.ts'
import { type LeadWebhook, nameFallbackDealers, saveBrands, type WarrantyCrm } from '../brands/index.ts'
import { dealersChanged } from '../dealers/index.ts'
import { checked, nullable, object, oneOf, type Read, record, refuse, secretText, text } from './reading.ts'
import type { References } from './references.ts'
import { type Entry, type Run, readId, readName, readReference, reportRows } from './run.ts'

const LIST = 'brands'

/** How an entry of `brands` is read. `rules` say which webhook targets are permitted. */
export function brandReader(rules: TargetRules) {
  return object({
    id: readId,
    slug: checked(text({ least: 1, most: 100 }), (slug) =>
      /^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(slug)
        ? null
        : 'must consist of letters, digits, and . _ ~ - within',
    ),
    name: readName,
    lead_webhook: nullable(leadWebhookReader(rules)),
    warranty_crm: nullable(crmReader(rules)),
    fallback_dealer: nullable(readReference),
  })
}

type BrandEntry = NonNullable<ReturnType<ReturnType<typeof brandReader>>>

/** Creates and changes the brands, all but their fallback dealers. */
export async function applyBrands(run: Run, entries: readonly Entry<BrandEntry>[]) {
  const inputs = entries.map(({ value: { id, slug, name, lead_webhook, warranty_crm } }) => ({
    id,
    slug,
    name,
    leadWebhook: lead_webhook,
    warrantyCrm: warranty_crm,
  }))
  const { brands, faults } = await saveBrands(run, run.trx, inputs)
  reportRows(run, LIST, entries, faults)
  return brands
}

/** Designates the fallback dealers, which may stand later in the file than their brands. */
export async function applyFallbackDealers(
  run: Run,
  entries: readonly Entry<BrandEntry>[],
  brands: readonly ({ id: number } | undefined)[],
  dealers: References,
): Promise<void> {
  const dealerByBrand = new Map<number, number | null>()
  for (const [row, { position, value }] of entries.entries()) {
    const code = value.fallback_dealer
    if (code === undefined) continue
    const dealer = code && dealers.resolve(code, `${LIST}[${position}].fallback_dealer`, run.faults)
    const brand = brands[row]
    if (brand && dealer !== undefined) dealerByBrand.set(brand.id, dealer || null)
  }
  // A brand's locator holds its fallback dealer.
  if (await nameFallbackDealers(run, run.trx, dealerByBrand)) await dealersChanged(run.db, run.trx)
}

function leadWebhookReader(rules: TargetRules): Read<LeadWebhook> {
  const url = targetReader(rules)
  const read = object({ url, secret: webhookSecret, categories: record(url) })
  return (value, at, faults) => {
    const webhook = read(value, at, faults)
    if (!webhook || webhook.url || Object.keys(webhook.categories ?? {}).length > 0) return webhook
    return refuse(faults, `${at}.url`, 'must be given where there are no categories')
  }
}

function crmReader(rules: TargetRules): Read<WarrantyCrm> {
  const type = oneOf('webhook', 'highlevel')
  const url = targetReader(rules)
  const webhook = object({ type: oneOf('webhook'), url, secret: webhookSecret }, ['type', 'url'])
  const highlevel = object(
    {
      type: oneOf('highlevel'),
      url,
      token: secretText({ most: 1_000 }),
      location_id: readReference,
      custom_fields: record(
        checked(text({ most: 200 }), (path) =>
          /^[a-z_]+(\.[a-z_]+)*$/.test(path)
            ? null
            : 'must be a dotted path in a warranty, such as contact.city',
        ),
      ),
    },
    ['type', 'token', 'location_id'],
  )
  const typed: Read<{ type: 'webhook' | 'highlevel' }> = (value, at, faults) => {
    const given = (value as { type?: unknown } | null)?.type
    const known = type(given, `${at}.type`, faults)
    return known && { type: known }
  }
  return (value, at, faults) => {
    const kind = typed(value, at, faults)?.type
    if (kind === undefined) return undefined
    return kind === 'webhook' ? webhook(value, at, faults) : highlevel(value, at, faults)
  }
}

function targetReader(rules: TargetRules): Read<string> {
  const read = secretText({ most: 2_048 })
  return checked(read, (url) => checkTargetUrl(url, rules)?.replace(/^The target URL (.*)\.$/, '$1') ?? null)
}

const webhookSecret = checked(secretText(), (secret) =>
  isWebhookSecret(secret) ? null : 'must be a Standard Webhooks secret: whsec_ and the key in base64',
)
