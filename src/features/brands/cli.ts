import { type Command, Option } from 'commander'
import { hint } from '../../platform/cli/describe-error.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import {
  addExamples,
  addFieldOptions,
  addPointer,
  commandGroup,
  type Field,
  readFields,
  requireChange,
} from '../../platform/cli/options.ts'
import { type Output, printList, printRecord, toJson } from '../../platform/cli/output.ts'
import type { Terminal } from '../../platform/cli/terminal.ts'
import { type BrandView, hideUrls } from './brand-view.ts'
import { addTargetOptions, collectPair, readTargets, type TargetFlags } from './cli-targets.ts'
import type { BrandContext } from './context.ts'
import { createBrand } from './operations/create-brand.ts'
import { listBrands } from './operations/list-brands.ts'
import { showBrand } from './operations/show-brand.ts'
import { updateBrand } from './operations/update-brand.ts'

interface Flags extends TargetFlags {
  consentText?: Record<string, string>
  showUrls?: boolean
  json?: boolean
}

const FIELDS: Field[] = [
  { name: 'name', kind: 'text', about: 'Display name' },
  {
    name: 'fallback_dealer',
    kind: 'text',
    about: 'Code or exact name of the dealer for countries without one',
    nullable: true,
  },
  {
    name: 'registration_auto_accept',
    kind: 'flag',
    about: "Accept owners' registrations that match without staff; default: false",
  },
  {
    name: 'sandbox',
    kind: 'flag',
    about: 'Record deliveries instead of sending them; default: false',
  },
  {
    name: 'lead_dedupe_seconds',
    kind: 'number',
    about: 'Seconds in which a repeated lead is not stored again',
    nullable: true,
  },
  {
    name: 'challenge',
    kind: 'flag',
    about: 'Require a proof of work from submissions with publishable keys; default: true',
  },
]

const NEW_FIELDS: Field[] = [
  { name: 'id', kind: 'number', about: 'Id of the brand; default: the next free id' },
  ...FIELDS,
]

const CHANGED_FIELDS: Field[] = [
  { name: 'slug', kind: 'text', about: 'New slug, which requests must use from now on' },
  ...FIELDS,
]

/** Adds `brands list|show|create|update` to a program. */
export function registerBrandCommands(
  program: Command,
  withBrands: Opened<BrandContext>,
  output: Output,
  terminal: Terminal,
): void {
  const group = commandGroup(program, 'brands', 'Manage brands, and where their leads and warranties go')

  addPointer(
    group,
    'delete',
    () =>
      `A brand can't be deleted, as its warranties and leads stay. To end access to it: ${output.self} users revoke, tokens revoke and dealers deactivate.`,
  )

  addExamples(
    addShowUrls(group.command('list').description('List brands').option('--json', 'Print JSON')),
    'transom brands list',
  ).action(async ({ json, showUrls }: Flags) => {
    const brands = await withBrands(listBrands)
    printList(output, showUrls ? brands : brands.map(hideUrls), {
      ...{ json, name: 'brands', noun: 'brands' },
      columns: {
        id: ({ id }) => id,
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        'leads go to': ({ lead_webhook: leads }) =>
          leads && (leads.url ?? Object.keys(leads.categories ?? {})),
        'warranties go to': ({ warranty_crm: crm }) => crm && [crm.type, crm.url].filter(Boolean).join(' '),
        'fallback dealer': (brand) => brand.fallback_dealer || brand.fallback_dealer_id,
      },
    })
  })

  addExamples(
    addShowUrls(
      group
        .command('show')
        .description('Show a brand without its secrets')
        .argument('<brand>', 'Slug or id')
        .option('--json', 'Print JSON'),
    ),
    'transom brands show harbor-craft --show-urls',
  ).action(async (reference: string, { json, showUrls }: Flags) => {
    const brand = await withBrands((ctx) => showBrand(ctx, reference))
    printRecord(output, showUrls ? brand : hideUrls(brand), { json })
  })

  addExamples(
    addTargetOptions(
      addFieldOptions(
        group
          .command('create')
          .description('Create a brand')
          .argument('<slug>', 'Name that requests use')
          .addOption(consentOption())
          .option('--json', 'Print the brand as JSON, with generated secrets'),
        NEW_FIELDS,
      ),
    ),
    'transom brands create harbor-craft --name "Harbor Craft"',
    'transom brands create harbor-craft --name "Harbor Craft" --lead-webhook https://crm.example.com/leads --lead-webhook-secret generate',
  ).action(async (slug: string, { json, ...flags }: Flags) => {
    const { patches, made } = await readTargets(terminal, flags)
    const input = {
      ...readFields(NEW_FIELDS, { ...flags }),
      ...(flags.consentText && { consent_texts: flags.consentText }),
      slug: slug.trim(),
      ...patches,
    }
    // A brand with this id has another slug.
    const same = 'id' in input ? '' : ` ${slug}`
    const advice = `Change it with: ${output.self} brands update${same}`
    const brand = await withBrands((ctx) => createBrand(ctx, input)).catch(hint('CONFLICT', advice))
    report(output, `Created: ${brand.slug} (id ${brand.id}).`, { brand, made, json })
  })

  addExamples(
    addTargetOptions(
      addFieldOptions(
        group
          .command('update')
          .description('Change a brand; omitted fields keep their values')
          .argument('<brand>', 'Slug or id')
          .addOption(consentOption())
          .option('--json', 'Print the brand as JSON, with generated secrets'),
        CHANGED_FIELDS,
      ),
    ),
    'transom brands update harbor-craft --fallback-dealer HC-GLOBAL',
    'transom brands update harbor-craft --warranty-crm webhook --crm-url https://crm.example.com/w --crm-secret generate',
    'transom brands update harbor-craft --lead-webhook-category boat_build=https://crm.example.com/builds',
    'pass show highlevel | transom brands update harbor-craft --warranty-crm highlevel --crm-location-id L1 --crm-token-stdin',
  ).action(async (reference: string, { json, ...flags }: Flags) => {
    requireChange(flags)
    const { patches, made } = await readTargets(terminal, flags)
    const changes = {
      ...readFields(CHANGED_FIELDS, { ...flags }),
      ...(flags.consentText && { consent_texts: flags.consentText }),
      ...patches,
    }
    const brand = await withBrands((ctx) => updateBrand(ctx, { reference, changes }))
    report(output, `Updated: ${brand.slug} (id ${brand.id}).`, { brand, made, json })
  })
}

/** All texts of one command replace the earlier ones. */
function consentOption(): Option {
  return new Option(
    '--consent-text <language=text>',
    "Text that people agree to in a form on the brand's website; once for each language",
  ).argParser(collectPair)
}

function addShowUrls(command: Command): Command {
  return command.option('--show-urls', 'Show complete addresses, which can contain secrets')
}

function report(
  { print }: Output,
  done: string,
  { brand, made, json }: { brand: BrandView; made: Record<string, string>; json: boolean | undefined },
): void {
  if (json) {
    print(toJson({ ...hideUrls(brand), made }))
    return
  }
  print(done)
  for (const [field, secret] of Object.entries(made)) {
    print(`The ${field}, which is not shown again: ${secret}`)
  }
}
