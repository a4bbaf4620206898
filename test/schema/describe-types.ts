import { parseAst } from 'vitest/node'

/** A column as a TypeScript type describes it. A `number` may be an integer or a real. */
export interface TypedColumn {
  type: string
  nullable: boolean
}

type Node = Record<string, unknown> & { type: string }

const NAMES: Record<string, string> = {
  TSNumberKeyword: 'number',
  Micros: 'number',
  TSStringKeyword: 'text',
  Flag: 'boolean',
  Buffer: 'blob',
}

/** Reads `interface Schema { brands: { slug: string } }`: columns by table. */
export function describeTypes(source: string): Record<string, Record<string, TypedColumn>> {
  const statements = parseAst(source, { lang: 'ts' }).body as unknown as Node[]
  const schema = statements
    .map((statement) => (statement.declaration as Node | undefined) ?? statement)
    .find(({ type, id }) => type === 'TSInterfaceDeclaration' && (id as { name: string }).name === 'Schema')
  const tables = membersOf((schema!.body as { body: MemberNode[] }).body)
  return Object.fromEntries(
    tables.map(([table, { members }]) => [
      table,
      Object.fromEntries(
        membersOf(members as MemberNode[]).map(([column, type]) => [column, describeColumn(type)]),
      ),
    ]),
  )
}

function membersOf(members: MemberNode[]): [string, Node][] {
  return members.map((member) => [member.key.name, member.typeAnnotation.typeAnnotation])
}

interface MemberNode {
  key: { name: string }
  typeAnnotation: { typeAnnotation: Node }
}

function describeColumn(type: Node): TypedColumn {
  if (nameOf(type).startsWith('Generated')) {
    const [inner] = (type.typeArguments as { params: [Node] }).params
    return describeColumn(inner)
  }
  const options = type.type === 'TSUnionType' ? (type.types as Node[]) : [type]
  const [first] = options.filter((option) => option.type !== 'TSNullKeyword')
  const name = first!.type === 'TSLiteralType' ? 'text' : NAMES[nameOf(first!)]
  if (!name) throw new Error(`${nameOf(first!)} is not a known column type`)
  return { type: name, nullable: options.some((option) => option.type === 'TSNullKeyword') }
}

function nameOf(type: Node): string {
  return type.type === 'TSTypeReference' ? (type.typeName as { name: string }).name : type.type
}
