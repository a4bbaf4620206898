import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import { addExamples } from '../../../platform/cli/options.ts'
import { type Output, toJson } from '../../../platform/cli/output.ts'
import { readInput } from '../../../platform/files.ts'
import { parseJson, tidy } from '../../../platform/json.ts'
import type { WarrantyContext } from '../context.ts'
import { registerWarranty } from '../operations/register-warranty.ts'
import { retrySync } from '../operations/retry-sync.ts'
import { transferWarranty } from '../operations/transfer-warranty.ts'
import { BRAND, EXIT_CODE_2, findBrandId, onWarranty } from './arguments.ts'

type WithWarranties = Opened<WarrantyContext>

export function addRegister(
  warranties: Command,
  withWarranties: WithWarranties,
  { print, note }: Output,
): void {
  addExamples(
    warranties
      .command('register')
      .description('Register a warranty, with the fields of POST /admin/v1/warranties')
      .argument('<file>', 'JSON file; - reads standard input')
      .option('--json', 'Print the warranty as JSON'),
    'transom warranties register boat.json',
  ).action(async (file: string, { json }: { json?: boolean }) => {
    const input = await readObject(file)
    const { warranty, warnings } = await withWarranties((ctx) => registerWarranty(ctx, input as never))
    for (const { message } of warnings) note(message)
    print(json ? toJson(warranty) : `Registered: ${warranty.hin} of ${warranty.brand} (id ${warranty.id}).`)
  })
}

export function addTransfer(warranties: Command, withWarranties: WithWarranties, output: Output): void {
  addExamples(
    warranties
      .command('transfer')
      .description(
        'Transfer a warranty to a new owner, with the fields of POST /admin/v1/warranties/ID/transfer',
      )
      .argument('<hin>', 'HIN')
      .argument('<file>', 'JSON file with the contact; - reads standard input')
      .option('--brand <brand>', BRAND)
      .option('--json', 'Print the warranty as JSON')
      .addHelpText('after', EXIT_CODE_2),
    `echo '{"contact": {"first_name": "Ada", …}}' | transom warranties transfer HCX12345D526 -`,
  ).action(async (hin: string, file: string, { brand, json }: { brand?: string; json?: boolean }) => {
    const transfer = await readObject(file)
    await onWarranty(output, async () => {
      const warranty = await withWarranties(async (ctx) =>
        transferWarranty(ctx, {
          selector: { hin, brandId: await findBrandId(ctx, brand) },
          transfer: transfer as never,
        }),
      )
      for (const { message } of warranty.warnings) output.note(message)
      output.print(json ? toJson(warranty) : `Transferred: ${hin.toUpperCase()}.`)
    })
  })
}

export function addRetrySync(warranties: Command, withWarranties: WithWarranties, output: Output): void {
  addExamples(
    warranties
      .command('retry-sync')
      .description('Send a warranty to the CRM now, and wait for the result')
      .argument('<hin>', 'HIN')
      .option('--brand <brand>', BRAND)
      .option('--json', 'Print the result as JSON')
      .addHelpText('after', EXIT_CODE_2),
    'transom warranties retry-sync HCX12345D526',
  ).action(async (hin: string, { brand, json }: { brand?: string; json?: boolean }) => {
    await onWarranty(output, async () => {
      const { crm_sync: sync, ...warranty } = await withWarranties(async (ctx) =>
        retrySync(ctx, { hin, brandId: await findBrandId(ctx, brand) }),
      )
      output.print(json ? toJson({ ...warranty, crm_sync: sync }) : `${hin.toUpperCase()}: ${sync.status}.`)
    })
  })
}

/** Reads a JSON object as a request's body is read. */
async function readObject(file: string): Promise<object> {
  const bytes = file === '-' ? await buffer(process.stdin) : await readInput(file)
  return tidy(parseJson(bytes), { untrimmed: ['hin'] }).value as object
}
