import { randomBytes } from 'node:crypto'
import { type Command, Option } from 'commander'
import type { Terminal } from '../../platform/cli/terminal.ts'
import { AppError } from '../../platform/errors.ts'
import type { TargetPatches } from './merge-targets.ts'

/** Options that say where leads and warranties go. */
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

export function addTargetOptions(command: Command): Command {
  const pairs = (flags: string, about: string) => new Option(flags, about).argParser(collectPair)
  const source = (flags: string, about: string) => new Option(flags, about).choices(SOURCES)
  return command
    .option('--lead-webhook <url>', 'URL that leads are sent to; none: leads are only stored')
    .addOption(
      pairs(
        '--lead-webhook-category <category=url>',
        'URL for the leads of a category; empty: the common URL',
      ),
    )
    .addOption(
      source(
        '--lead-webhook-secret <source>',
        'Secret that signs leads: generated and shown once, or read from standard input; the previous secret also signs, until drop-previous',
      ),
    )
    .addOption(
      new Option('--warranty-crm <type>', 'CRM that receives warranties').choices([
        'webhook',
        'highlevel',
        'none',
      ]),
    )
    .option('--crm-url <url>', "URL of the CRM; with HighLevel, instead of HighLevel's own")
    .addOption(
      source('--crm-secret <source>', 'Webhook CRM: secret that signs messages, like --lead-webhook-secret'),
    )
    .option(
      '--crm-token-stdin',
      "HighLevel: read the private integration's token from standard input, one line",
    )
    .option('--crm-location-id <text>', 'HighLevel: the location')
    .addOption(
      pairs(
        '--crm-custom-field <field=path>',
        "HighLevel: a custom field, and the warranty's field it shows",
      ),
    )
}

/** Returns the changes to a brand's targets, and the secrets that were generated, by their field. */
export async function readTargets(
  terminal: Terminal,
  flags: TargetFlags,
): Promise<{ patches: TargetPatches; made: Record<string, string> }> {
  const { leadWebhookSecret, crmSecret, crmTokenStdin } = flags
  const wanted = [leadWebhookSecret === 'stdin', crmSecret === 'stdin', crmTokenStdin].filter(Boolean)
  if (wanted.length > 1) {
    throw new AppError(
      'VALIDATION_ERROR',
      'Standard input can contain one secret only. Set the others with further commands.',
    )
  }
  const made: Record<string, string> = {}
  const secret = async (from: SecretSource | undefined, field: string) => {
    if (from === 'none') return { secret: null }
    if (from === 'drop-previous') return { previous_secret: null }
    if (from === 'stdin') return { secret: await terminal.readLine() }
    if (from === undefined) return {}
    made[field] = `whsec_${randomBytes(32).toString('base64')}`
    return { secret: made[field] }
  }
  const leads = given({
    url: flags.leadWebhook,
    ...(await secret(leadWebhookSecret, 'lead_webhook.secret')),
    categories: flags.leadWebhookCategory && removing(flags.leadWebhookCategory),
  })
  const crm = given({
    type: flags.warrantyCrm,
    url: flags.crmUrl,
    ...(await secret(crmSecret, 'warranty_crm.secret')),
    token: crmTokenStdin ? await terminal.readLine() : undefined,
    location_id: flags.crmLocationId,
    custom_fields: flags.crmCustomField && removing(flags.crmCustomField),
  })
  return {
    made,
    patches: {
      ...(leads && { lead_webhook: flags.leadWebhook === 'none' ? null : leads }),
      ...(crm && { warranty_crm: flags.warrantyCrm === 'none' ? null : crm }),
    },
  }
}

/** Returns the fields that have a value, or undefined where none has. */
function given(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

/** Returns the pairs with null for each empty value. */
function removing(pairs: Record<string, string>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, value || null]))
}

export function collectPair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^\s*([^=]*?)\s*=(.*)$/s.exec(text) ?? []
  if (name && value !== undefined) return { ...before, [name]: value.trim() }
  throw new AppError('VALIDATION_ERROR', `"${text}" must be a name and a value with = between them.`)
}
