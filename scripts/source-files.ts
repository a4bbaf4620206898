import { parseAst } from 'vitest/node'

/** One TypeScript file's imports, and the lines that read the environment. */
export interface SourceFile {
  /** From the project's root, with `/`. */
  path: string
  imports: ImportSite[]
  /** Lines with `process.env`. */
  environmentReads: number[]
}

interface ImportSite {
  /** A path from the project's root for a relative import, else the package as written. */
  target: string
  line: number
  /** Whether the statement disappears when types are stripped. */
  typeOnly: boolean
  /** Whether the module is loaded only when the code runs. */
  dynamic: boolean
}

type Node = Record<string, unknown> & { type: string; start: number }

/** Parses a file. Static and dynamic imports, re-exports and type imports all count. */
export function parseSource(path: string, text: string): SourceFile {
  const file: SourceFile = { path, imports: [], environmentReads: [] }
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length
  const visit = (node: Node) => {
    const from = importedFrom(node)
    if (from !== undefined) {
      const typeOnly = node.importKind === 'type' || node.exportKind === 'type'
      const dynamic = node.type === 'ImportExpression'
      file.imports.push({ target: resolve(path, from), line: lineOf(node), typeOnly, dynamic })
    }
    if (readsEnvironment(node)) file.environmentReads.push(lineOf(node))
    for (const child of Object.values(node)) {
      for (const candidate of Array.isArray(child) ? child : [child]) {
        if (typeof candidate?.type === 'string') visit(candidate as Node)
      }
    }
  }
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node)
  return file
}

function importedFrom(node: Node): string | undefined {
  if (!/^(Import|ExportNamed|ExportAll)Declaration$|^ImportExpression$/.test(node.type)) return undefined
  const { source } = node as { source?: { value?: unknown } | null }
  return typeof source?.value === 'string' ? source.value : undefined
}

function readsEnvironment(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false
  const { object, property } = node as unknown as Record<'object' | 'property', { name?: string }>
  return object.name === 'process' && property.name === 'env'
}

function resolve(importer: string, specifier: string): string {
  return specifier.startsWith('.') ? new URL(specifier, `file:///${importer}`).pathname.slice(1) : specifier
}
