import type { Issue } from '../../platform/errors.ts'
import { type Read, refuse, text } from './validators.ts'

/** A brand's slug or a dealer's code, and where it is referred to. */
export interface Reference {
  name: string
  at: string
}

export const readReference: Read<Reference> = (value, at, issues) => {
  const name = readName(value, at, issues)
  return name === undefined ? undefined : { name, at }
}

const readName = text({ least: 1, most: 200 })

/** What the file can refer to by name. */
export class References {
  readonly #noun: string
  readonly #ids: ReadonlyMap<string, number>
  readonly #named: ReadonlySet<unknown>

  /**
   * @param noun what is referred to, for messages: `brand`
   * @param ids of all there is
   * @param named what the file names, be it with faults: those are reported already
   */
  constructor(noun: string, ids: ReadonlyMap<string, number>, named: ReadonlySet<unknown>) {
    this.#noun = noun
    this.#ids = ids
    this.#named = named
  }

  /** The id behind a name; undefined, and a fault unless there is one already, where nothing has it. */
  resolve({ name, at }: Reference, issues: Issue[]): number | undefined {
    const id = this.#ids.get(name)
    if (id !== undefined || this.#named.has(name)) return id
    return refuse(issues, at, `names ${this.#noun} "${name}", which is neither in the file nor known`)
  }

  /** The same for a list of names; undefined for none. */
  resolveAll(references: readonly Reference[] | undefined, issues: Issue[]): number[] | undefined {
    return references?.flatMap((reference) => this.resolve(reference, issues) ?? [])
  }
}
