import { type Command, Option } from 'commander'
import type { Reader } from '../../../platform/db/db.ts'
import { findSlugs } from '../../brands/index.ts'

/** Which users or tokens a list is of. */
export interface ListFlags {
  brand?: string
  active?: boolean
  inactive?: boolean
  json?: boolean
}

/** Adds the options of `ListFlags` to a command. */
export function addListOptions(command: Command): Command {
  return command
    .option('--brand <brand>', 'only those of this brand: slug or id')
    .addOption(new Option('--active', 'only active ones').conflicts('inactive'))
    .option('--inactive', 'only inactive ones')
    .option('--json', 'as JSON')
}

/** Those of these users or tokens that are meant. Throws NOT_FOUND for the brand. */
export async function onlyThose<T extends { brands: readonly string[]; active: boolean }>(
  reader: Reader,
  all: readonly T[],
  { brand, active, inactive }: ListFlags,
): Promise<T[]> {
  const [slug] = (await findSlugs(reader, brand === undefined ? [] : [brand])) ?? []
  return all
    .filter(({ brands }) => slug === undefined || brands.includes(slug))
    .filter((one) => !(active && !one.active) && !(inactive && one.active))
}
