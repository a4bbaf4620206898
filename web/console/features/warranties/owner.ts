import { text } from '../../text/text.ts'

/** Returns an owner's name; a dash for one whose data was erased. */
export function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim() || text.common.unnamed
}
