import { type Command, Option } from 'commander'
import type { AccessFilter } from './matching.ts'

/** The filter of a list of users or tokens. */
export interface ListFlags {
  search?: string
  brand?: string
  active?: boolean
  inactive?: boolean
  json?: boolean
}

/** Adds the options of `ListFlags` to a command. */
export function addListOptions(command: Command): Command {
  return command
    .option('--search <text>', 'Only with this part of the e-mail address or name')
    .option('--brand <brand>', 'Only with this brand: slug or id')
    .addOption(new Option('--active', 'Only active').conflicts('inactive'))
    .option('--inactive', 'Only inactive')
    .option('--json', 'Print JSON')
}

export function toFilter({ search, brand, active, inactive }: ListFlags): AccessFilter {
  return { q: search, brand, active: active ? true : inactive ? false : undefined }
}

/** Adds `--all-brands` and its opposite to a command. */
export function addAllBrands(command: Command): Command {
  return command
    .option('--all-brands', 'All brands, including later ones')
    .option('--no-all-brands', 'Only the brands of --brands')
}
