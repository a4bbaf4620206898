import { extname } from 'node:path'
import { type Command, Option } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import { addExamples, commandGroup } from '../../../platform/cli/options.ts'
import type { Output } from '../../../platform/cli/output.ts'
import { AppError } from '../../../platform/errors.ts'
import { writeCompleteFile } from '../../../platform/write-output.ts'
import type { WarrantyContext } from '../context.ts'
import { CERTIFICATE_FORMATS, issueCertificate, PAPERS } from '../operations/issue-certificate.ts'
import { BRAND, EXIT_CODE_2, findBrandId, onWarranty } from './arguments.ts'

interface Flags {
  output: string
  format?: (typeof CERTIFICATE_FORMATS)[number]
  paper?: (typeof PAPERS)[number]
  brand?: string
}

/** Adds `warranties certificate` to a program. @param publicUrl returns the server's address for browsers */
export function registerCertificateCommand(
  program: Command,
  withWarranties: Opened<WarrantyContext>,
  output: Output,
  publicUrl: () => string,
): void {
  const warranties = program.commands.find((command) => command.name() === 'warranties')
  addExamples(
    (warranties ?? commandGroup(program, 'warranties', 'Manage warranties'))
      .command('certificate')
      .description("Write a warranty's certificate, with a QR code to check it")
      .argument('<hin>', 'HIN')
      .requiredOption('--output <file>', 'Write to this file, which only you can read')
      .addOption(
        new Option('--format <format>', "Page or PDF; default: by the file's name").choices(
          CERTIFICATE_FORMATS,
        ),
      )
      .addOption(
        new Option('--paper <paper>', "Paper size of a PDF; default: that of the owner's country").choices(
          PAPERS,
        ),
      )
      .option('--brand <brand>', BRAND)
      .addHelpText('after', EXIT_CODE_2),
    'transom warranties certificate HCX12345D526 --output certificate.pdf',
  ).action(async (hin: string, { brand, paper, ...flags }: Flags) => {
    const format = flags.format ?? formatOf(flags.output)
    await onWarranty(output, async () => {
      const { content } = await withWarranties(async (ctx) => {
        const selector = { hin, brandId: await findBrandId(ctx, brand) }
        return issueCertificate({ ...ctx, publicUrl: publicUrl() }, selector, { format, paper })
      })
      await writeCompleteFile(flags.output, [content])
      output.note(`Certificate written to ${flags.output}.`)
    })
  })
}

function formatOf(file: string): (typeof CERTIFICATE_FORMATS)[number] {
  const ending = extname(file).slice(1).toLowerCase()
  const format = CERTIFICATE_FORMATS.find((one) => one === ending)
  if (format) return format
  throw new AppError(
    'VALIDATION_ERROR',
    `"${file}" ends neither in .pdf nor in .html. Add --format pdf or html.`,
  )
}
