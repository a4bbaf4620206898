import { randomBytes } from 'node:crypto'
import { type Command, Option } from 'commander'
import type { Terminal } from '../../../platform/cli/terminal.ts'
import { AppError } from '../../../platform/errors.ts'
import type { LeadWebhook, WarrantyCrm } from '../targets.ts'

/** Options on where leads and warranties go. */
export interface TargetFlags {
  leadWebhook?: string
  leadWebhookCategory?: Record<string, string>
  leadWebhookSecret?: SecretSource
  warrantyCrm?: 'webhook' | 'highlevel' | 'none'
  crmUrl?: string
  crmSecret?: SecretSource
  crmTokenStdin?: boolean
  crmLocationId?: string
  crmCustomField?: Record<string, string>
}

const SOURCES = ['generate', 'stdin', 'drop-previous', 'none'] as const
type SecretSource = (typeof SOURCES)[number]

/** The secrets that the options give. */
export interface TargetSecrets {
  lead?: string
  crm?: string
  crmToken?: string
  /** Those that were made up, by the field that they are in. */
  made: Record<string, string>
}

export function addTargetOptions(command: Command): Command {
  const pairs = (flags: string, about: string) => new Option(flags, about).argParser(collectPair)
  const source = (flags: string, about: string) => new Option(flags, about).choices(SOURCES)
  return command
    .option('--lead-webhook <url>', 'where leads go; none: they are only kept')
    .addOption(
      pairs(
        '--lead-webhook-category <category=url>',
        'where those of a category go; nothing after the =: as the others',
      ),
    )
    .addOption(
      source(
        '--lead-webhook-secret <source>',
        'what signs them: made up and shown once, or from standard input; the one before it signs too, until drop-previous',
      ),
    )
    .addOption(
      new Option('--warranty-crm <type>', 'what warranties are synchronised to').choices([
        'webhook',
        'highlevel',
        'none',
      ]),
    )
    .option('--crm-url <url>', 'where that is; with highlevel in place of its own address')
    .addOption(source('--crm-secret <source>', 'webhook: what signs its messages, as --lead-webhook-secret'))
    .option(
      '--crm-token-stdin',
      "highlevel: the private integration's token is the one line of standard input",
    )
    .option('--crm-location-id <text>', 'highlevel: the location')
    .addOption(
      pairs('--crm-custom-field <field=path>', 'highlevel: a custom field, and what of a warranty it gets'),
    )
}

export async function readTargetSecrets(terminal: Terminal, flags: TargetFlags): Promise<TargetSecrets> {
  const { leadWebhookSecret, crmSecret, crmTokenStdin } = flags
  const wanted = [leadWebhookSecret === 'stdin', crmSecret === 'stdin', crmTokenStdin].filter(Boolean)
  if (wanted.length > 1) {
    throw new AppError(
      'VALIDATION_ERROR',
      'Standard input can hold one secret only: give the others by themselves.',
    )
  }
  const made: Record<string, string> = {}
  const read = async (from: SecretSource | undefined, field: string) => {
    if (from === 'stdin') return terminal.readLine()
    if (from === 'generate') made[field] = `whsec_${randomBytes(32).toString('base64')}`
    return made[field]
  }
  return {
    lead: await read(leadWebhookSecret, 'lead_webhook.secret'),
    crm: await read(crmSecret, 'warranty_crm.secret'),
    crmToken: crmTokenStdin ? await terminal.readLine() : undefined,
    made,
  }
}

/** The brand's lead webhook as it is to be; undefined where the options say nothing of it. */
export function mergeLeadWebhook(
  stored: LeadWebhook | null,
  { leadWebhook, leadWebhookCategory, leadWebhookSecret }: TargetFlags,
  { lead }: TargetSecrets,
): LeadWebhook | null | undefined {
  if (leadWebhook === 'none') return null
  if (leadWebhook === undefined && !leadWebhookCategory && !leadWebhookSecret) return undefined
  return defined({
    url: leadWebhook ?? stored?.url,
    ...mergeSecrets(stored ?? {}, leadWebhookSecret, lead),
    categories: mergePairs(stored?.categories, leadWebhookCategory),
  })
}

/** The brand's CRM as it is to be; undefined where the options say nothing of it. Throws VALIDATION_ERROR. */
export function mergeCrm(
  stored: WarrantyCrm | null,
  flags: TargetFlags,
  { crm, crmToken }: TargetSecrets,
): WarrantyCrm | null | undefined {
  const { warrantyCrm, crmUrl, crmSecret, crmLocationId, crmCustomField } = flags
  if (warrantyCrm === 'none') return null
  const given = defined({ url: crmUrl, token: crmToken, location_id: crmLocationId })
  if (!warrantyCrm && !crmCustomField && !crmSecret && Object.keys(given).length === 0) return undefined
  const type = warrantyCrm ?? stored?.type
  if (!type) throw new AppError('VALIDATION_ERROR', 'Say which CRM: --warranty-crm webhook or highlevel.')
  const { secret, previous_secret, custom_fields, ...kept } = sameType(stored, type)
  return defined({
    ...kept,
    ...given,
    type,
    ...mergeSecrets({ secret, previous_secret }, crmSecret, crm),
    custom_fields: mergePairs(custom_fields, crmCustomField),
  }) as unknown as WarrantyCrm
}

interface Secrets {
  secret?: string | undefined
  previous_secret?: string | undefined
}

/** What signs from now on: another secret leaves the present one beside it, while receivers change over. */
function mergeSecrets(
  { secret, previous_secret }: Secrets,
  source: SecretSource | undefined,
  given: string | undefined,
): Secrets {
  if (source === 'none') return {}
  if (source === 'drop-previous') return { secret }
  if (given === undefined || given === secret) return { secret, previous_secret }
  return { secret: given, previous_secret: secret }
}

function sameType(
  stored: WarrantyCrm | null,
  type: string,
): Secrets & { custom_fields?: Record<string, string> } {
  return stored?.type === type ? stored : {}
}

function mergePairs(
  stored: Record<string, string> | undefined,
  given: Record<string, string> | undefined,
): Record<string, string> | undefined {
  const pairs = Object.entries({ ...stored, ...given }).filter(([, value]) => value !== '')
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}

/** Without what is undefined or null: then there is none. */
function defined<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const known = Object.entries(object).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(known) as { [K in keyof T]?: NonNullable<T[K]> }
}

function collectPair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^\s*([^=]*?)\s*=(.*)$/s.exec(text) ?? []
  if (name && value !== undefined) return { ...before, [name]: value.trim() }
  throw new AppError('VALIDATION_ERROR', `"${text}" must be a name and a value with = between.`)
}
