import { AppError, type Issue } from '../../platform/errors.ts'
import { parseJson } from '../../platform/json.ts'
import type { TargetRules } from '../../platform/outgoing/target.ts'
import { brandReader } from './apply-brands.ts'
import type { Entry } from './apply-context.ts'
import { readDealer } from './apply-dealers.ts'
import { readGroup } from './apply-groups.ts'
import { readTerritory } from './apply-territories.ts'
import { readToken } from './apply-tokens.ts'
import { readUser } from './apply-users.ts'
import { type Read, refuse } from './validators.ts'

export type SetupDocument = ReturnType<typeof readDocument>

/** Reads the file: what can be read of its entries, all that is wrong by itself, and what it names, be it badly. */
export function readDocument(bytes: Buffer, rules: TargetRules) {
  const root = parse(bytes)
  const issues: Issue[] = []
  const lists = new ListReader(root, issues)
  const document = {
    brands: lists.read('brands', brandReader(rules)),
    groups: lists.read('dealer_groups', readGroup),
    dealers: lists.read('dealers', readDealer),
    territories: lists.read('territories', readTerritory),
    users: lists.read('api_users', readUser),
    tokens: lists.read('api_tokens', readToken),
  }
  lists.refuseOthers()
  const named = {
    brands: lists.valuesOf('brands', 'slug'),
    groups: lists.valuesOf('dealer_groups', 'id'),
    dealers: lists.valuesOf('dealers', 'dealer_code'),
  }
  return { ...document, named, issues }
}

class ListReader {
  readonly #root: Record<string, unknown>
  readonly #faults: Issue[]
  readonly #names = new Set<string>()

  constructor(root: Record<string, unknown>, issues: Issue[]) {
    this.#root = root
    this.#faults = issues
  }

  read<T>(name: string, read: Read<T>): Entry<T>[] {
    this.#names.add(name)
    const values = this.#root[name] ?? []
    if (!Array.isArray(values)) return refuse(this.#faults, name, 'must be a list') ?? []
    return values.flatMap((value, position) => {
      const entry = read(value, `${name}[${position}]`, this.#faults)
      return entry === undefined ? [] : { position, value: entry }
    })
  }

  refuseOthers(): void {
    for (const name of Object.keys(this.#root)) {
      if (this.#names.has(name)) continue
      refuse(this.#faults, name, `is not a list here; there are ${[...this.#names].join(', ')}`)
    }
  }

  /** What the entries of a list have in a field, good and faulty ones alike. */
  valuesOf(name: string, field: string): Set<unknown> {
    const values = this.#root[name]
    if (!Array.isArray(values)) return new Set()
    return new Set(values.map((value) => trim((value as Record<string, unknown> | null)?.[field])))
  }
}

function trim(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

function parse(bytes: Buffer): Record<string, unknown> {
  const root = parseJson(bytes, 'The file')
  if (typeof root === 'object' && root !== null && !Array.isArray(root))
    return root as Record<string, unknown>
  throw new AppError(
    'INVALID_JSON',
    'The file must hold a JSON object with lists such as "brands" and "dealers".',
  )
}
