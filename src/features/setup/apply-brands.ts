import type { Issue } from '../../platform/errors.ts'
import { isWebhookSecret } from '../../platform/outgoing/signature.ts'
import { checkTargetUrl, type TargetRules } from '../../platform/outgoing/target.ts'
import { type LeadWebhook, nameFallbackDealers, saveBrands, type WarrantyCrm } from '../brands/index.ts'
import { dealersChanged } from '../dealers/index.ts'
import { RECORD_PATHS } from '../warranties/index.ts'
import { type Entry, type Run, readId, readName, reportRows } from './apply-context.ts'
import { withStandIns } from './placeholders.ts'
import { type References, readReference } from './references.ts'
import {
  checked,
  fields,
  integer,
  isObject,
  nullable,
  object,
  oneOf,
  type Read,
  record,
  refuse,
  secretText,
  text,
} from './validators.ts'

const LIST = 'brands'
/** As long as first answers are kept. */
const MOST_DEDUPE_SECONDS = 86_400

/** Reads the slug of a brand. */
export const readSlug = checked(text({ least: 1, most: 100 }), (slug) =>
  /^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(slug) ? null : 'must consist of letters, digits, and . _ ~ - within',
)

/** How an entry of `brands` is read. `rules` say which webhook targets are permitted. */
export function brandReader(rules: TargetRules) {
  const read = fields({
    id: readId,
    slug: readSlug,
    name: readName,
    lead_webhook: nullable(leadWebhookReader(rules)),
    warranty_crm: nullable(crmReader(rules)),
    fallback_dealer: nullable(readReference),
    lead_dedupe_seconds: nullable(integer(0, MOST_DEDUPE_SECONDS)),
  })
  return withStandIns(read, ['slug'])
}

type BrandEntry = NonNullable<ReturnType<ReturnType<typeof brandReader>>>

/** Creates and changes the brands, all but their fallback dealers. */
export async function applyBrands(run: Run, entries: readonly Entry<BrandEntry>[]) {
  const inputs = entries.map(({ value }) => ({
    id: value.id,
    slug: value.slug,
    name: value.name,
    leadWebhook: value.lead_webhook,
    warrantyCrm: value.warranty_crm,
    leadDedupeSeconds: value.lead_dedupe_seconds === 0 ? null : value.lead_dedupe_seconds,
  }))
  const { brands, renamed, issues } = await saveBrands(run, run.trx, inputs)
  // The grounds that its locator gives name a brand.
  if (renamed) await dealersChanged(run.db, run.trx)
  reportRows(run, LIST, entries, issues)
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
  for (const [row, { value }] of entries.entries()) {
    const dealer = value.fallback_dealer && dealers.resolve(value.fallback_dealer, run.issues)
    const brand = brands[row]
    if (brand && dealer !== undefined) dealerByBrand.set(brand.id, dealer)
  }
  // A brand's locator holds its fallback dealer.
  if (await nameFallbackDealers(run, run.trx, dealerByBrand)) await dealersChanged(run.db, run.trx)
}

function leadWebhookReader(rules: TargetRules): Read<LeadWebhook> {
  const url = targetReader(rules)
  const read = fields({ url, ...secrets, categories: record(url) })
  return (value, at, issues) => {
    const webhook = read(value, at, issues)
    if (isObject(value)) refusePreviousAlone(value, at, issues)
    if (!isObject(value) || 'url' in value || Object.keys(value.categories ?? {}).length > 0) return webhook
    return refuse(issues, `${at}.url`, 'must be given where there are no categories')
  }
}

function crmReader(rules: TargetRules): Read<WarrantyCrm> {
  const url = targetReader(rules)
  const webhook = { type: oneOf('webhook'), url, ...secrets }
  const highlevel = {
    type: oneOf('highlevel'),
    url,
    token: secretText({ most: 1_000 }),
    location_id: text({ least: 1, most: 200 }),
    custom_fields: record(
      checked(text({ most: 200 }), (path) =>
        RECORD_PATHS.has(path)
          ? null
          : 'must be a path in a warranty as it is answered, such as hin or contact.city',
      ),
    ),
  }
  const readWebhook = object(webhook, ['type', 'url'])
  const readHighlevel = object(highlevel, ['type', 'token', 'location_id'])
  const readOther = fields({ ...webhook, ...highlevel, type: oneOf('webhook', 'highlevel') })
  return (value, at, issues) => {
    if (!isObject(value)) return refuse(issues, at, 'must be an object')
    if (value.type === 'webhook') {
      refusePreviousAlone(value, at, issues)
      return readWebhook(value, at, issues)
    }
    if (value.type === 'highlevel') return readHighlevel(value, at, issues)
    readOther({ type: undefined, ...value }, at, issues)
    return undefined
  }
}

function targetReader(rules: TargetRules): Read<string> {
  const read = secretText({ most: 2_048 })
  return checked(read, (url) => checkTargetUrl(url, rules)?.replace(/^The target URL (.*)\.$/, '$1') ?? null)
}

const webhookSecret = checked(secretText(), (secret) =>
  isWebhookSecret(secret) ? null : 'must be a Standard Webhooks secret: whsec_ and the key in base64',
)

const secrets = { secret: webhookSecret, previous_secret: webhookSecret }

function refusePreviousAlone(webhook: object, at: string, issues: Issue[]): void {
  if ('previous_secret' in webhook && !('secret' in webhook)) {
    refuse(issues, `${at}.previous_secret`, 'must stand beside the secret that takes its place')
  }
}
