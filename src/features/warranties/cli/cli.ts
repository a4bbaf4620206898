import type { Command } from 'commander'
import type { Opened } from '../../../platform/cli/opened.ts'
import { commandGroup } from '../../../platform/cli/options.ts'
import type { Output } from '../../../platform/cli/output.ts'
import type { WarrantyContext } from '../context.ts'
import { addRegister, addRetrySync, addTransfer } from './change.ts'
import { addContact } from './contact.ts'
import { addCorrect } from './correct.ts'
import { addExport } from './export.ts'
import { addFind } from './find.ts'
import { addImport } from './import.ts'
import { addShow } from './show.ts'

/** Adds `warranties find|show|register|correct|contact|transfer|retry-sync|export|import` to a program. */
export function registerWarrantyCommands(
  program: Command,
  withWarranties: Opened<WarrantyContext>,
  output: Output,
): void {
  const warranties = commandGroup(
    program,
    'warranties',
    'Find, register, correct, transfer, export and import warranties of all brands',
  )
  addFind(warranties, withWarranties, output)
  addShow(warranties, withWarranties, output)
  addCorrect(warranties, withWarranties, output)
  addContact(warranties, withWarranties, output)
  addRegister(warranties, withWarranties, output)
  addTransfer(warranties, withWarranties, output)
  addRetrySync(warranties, withWarranties, output)
  addExport(warranties, withWarranties, output)
  addImport(warranties, withWarranties, output)
}
