import type { Command } from 'commander'
import type { Plan, WithAdministration } from '../../../platform/cli/administration.ts'
import {
  addExamples,
  addFieldOptions,
  commandGroup,
  type Field,
  readFields,
} from '../../../platform/cli/options.ts'
import { describeRecord, type Output, tabulate } from '../../../platform/cli/output.ts'
import type { Terminal } from '../../../platform/cli/terminal.ts'
import { AppError } from '../../../platform/errors.ts'
import { listBrands } from '../queries.ts'
import * as brands from './brands.ts'
import { addTargetOptions, readTargetSecrets, type TargetFlags } from './target-options.ts'

interface Flags extends TargetFlags {
  showUrls?: boolean
  json?: boolean
}

const FIELDS: Field[] = [
  { name: 'name', kind: 'text', about: 'as people know it' },
  {
    name: 'fallback_dealer',
    kind: 'text',
    about: 'code of the contact for countries without a dealer',
    nullable: true,
  },
  {
    name: 'lead_dedupe_seconds',
    kind: 'number',
    about: 'how long the same lead counts as one',
    nullable: true,
  },
]

const NEW_FIELDS: Field[] = [
  { name: 'id', kind: 'number', about: 'the id it is to have; else the next one' },
  ...FIELDS,
]

const CHANGED_FIELDS: Field[] = [
  { name: 'slug', kind: 'text', about: 'another slug: requests then call the brand by it' },
  ...FIELDS,
]

/** Adds `brands list|show|create|update` to a program. */
export function registerBrandCommands(
  program: Command,
  withAdministration: WithAdministration,
  output: Output,
  terminal: Terminal,
): void {
  const group = commandGroup(program, 'brands', 'brands, and where their leads and warranties go')
  const change = changing(withAdministration, output)
  addList(group, withAdministration, output)
  addShow(group, withAdministration, output)
  addCreate(group, change, terminal)
  addUpdate(group, change, terminal)
}

function addList(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(
    addShowUrls(group.command('list').description('all brands, by id').option('--json', 'as JSON')),
    'transom brands list',
  ).action(async ({ json, showUrls: urls = false }: Flags) => {
    const all = await withAdministration(({ db }) => listBrands(db.read))
    const rows = all.map((brand) => brands.describeBrand(brand, { urls }))
    if (json) return print(JSON.stringify({ brands: rows }))
    if (rows.length === 0) return print('No brand.')
    const lines = tabulate(
      ['id', 'slug', 'name', 'leads go to', 'warranties go to', 'fallback dealer'],
      rows.map(({ lead_webhook: leads, warranty_crm: crm, ...brand }) => [
        ...[brand.id, brand.slug, brand.name],
        leads && (leads.url ?? Object.keys(leads.categories ?? {})),
        crm && [crm.type, crm.url].filter(Boolean).join(' '),
        brand.fallback_dealer || brand.fallback_dealer_id,
      ]),
    )
    for (const line of lines) print(line)
  })
}

function addShow(group: Command, withAdministration: WithAdministration, { print }: Output): void {
  addExamples(
    addShowUrls(
      group
        .command('show')
        .description('a brand; never its secrets')
        .argument('<brand>', 'slug or id')
        .option('--json', 'as JSON'),
    ),
    'transom brands show harbor-craft --show-urls',
  ).action(async (reference: string, { json, showUrls: urls = false }: Flags) => {
    const brand = await withAdministration(({ db }) => brands.findBrand(db.read, reference))
    const shown = brands.describeBrand(brand, { urls })
    if (json) return print(JSON.stringify(shown))
    for (const line of describeRecord(shown)) print(line)
  })
}

function addCreate(group: Command, change: Change, terminal: Terminal): void {
  addExamples(
    addTargetOptions(
      addFieldOptions(
        group
          .command('create')
          .description('a new brand')
          .argument('<slug>', 'what requests call it')
          .option('--json', 'print the brand as JSON, with the secrets made'),
        NEW_FIELDS,
      ),
    ),
    'transom brands create harbor-craft --name "Harbor Craft"',
    'transom brands create harbor-craft --name "Harbor Craft" --lead-webhook https://crm.example.com/leads --lead-webhook-secret generate',
  ).action(async (slug: string, flags: Flags) => {
    const fields = { ...readFields(NEW_FIELDS, { ...flags }), slug: slug.trim() }
    const secrets = await readTargetSecrets(terminal, flags)
    const plan: Plan = (reader) => brands.planNewBrand(reader, { fields, flags, secrets })
    await change(plan, 'Created', { json: flags.json, made: secrets.made })
  })
}

function addUpdate(group: Command, change: Change, terminal: Terminal): void {
  addExamples(
    addTargetOptions(
      addFieldOptions(
        group
          .command('update')
          .description('change a brand; what is not given stays')
          .argument('<brand>', 'slug or id')
          .option('--json', 'print the brand as JSON, with the secrets made'),
        CHANGED_FIELDS,
      ),
    ),
    'transom brands update harbor-craft --fallback-dealer HC-GLOBAL',
    'transom brands update harbor-craft --warranty-crm webhook --crm-url https://crm.example.com/w --crm-secret generate',
    'transom brands update harbor-craft --lead-webhook-category boat_build=https://crm.example.com/builds',
    'pass show highlevel | transom brands update harbor-craft --warranty-crm highlevel --crm-location-id L1 --crm-token-stdin',
  ).action(async (reference: string, { json, ...flags }: Flags) => {
    if (Object.keys(flags).length === 0) {
      throw new AppError('VALIDATION_ERROR', 'Say what: --help lists the fields.')
    }
    const fields = readFields(CHANGED_FIELDS, { ...flags })
    const secrets = await readTargetSecrets(terminal, flags)
    const plan: Plan = (reader) => brands.planBrand(reader, reference, { fields, flags, secrets })
    await change(plan, 'Updated', { json, made: secrets.made })
  })
}

function addShowUrls(command: Command): Command {
  return command.option('--show-urls', 'addresses in full, which may bear secrets; else their hosts')
}

type Change = ReturnType<typeof changing>

/** Makes what carries a plan out, and says what has become of the brand. `made`: secrets that are to be shown. */
function changing(withAdministration: WithAdministration, { print, note }: Output) {
  return (plan: Plan, done: string, { json, made }: { json?: boolean; made: Record<string, string> }) =>
    withAdministration(async ({ db, change }) => {
      const changed = await change(plan)
      for (const text of changed.notes) note(`Note: ${text}.`)
      const brand = await brands.findBrand(db.read, `id:${changed.brands[0]!.id}`)
      if (json) return print(JSON.stringify({ ...brands.describeBrand(brand, { urls: false }), made }))
      print(`${done}: ${brand.slug} (id ${brand.id}).`)
      for (const [field, secret] of Object.entries(made)) {
        print(`The ${field}, which is not shown again: ${secret}`)
      }
    })
}
