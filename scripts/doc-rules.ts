import { dirname, join, normalize } from 'node:path'

/** The project, as far as documents refer to it. */
export interface Project {
  /** Returns whether a path from the project's root exists. */
  has(path: string): boolean
  /** The text of a document. */
  read(path: string): string
  /** The names in package.json's `scripts`. */
  scripts: Set<string>
}

interface DeadReference {
  line: number
  why: string
}

const LINK = /\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)|(?:src|href)="([^"]+)"/g
const CODE_PATH = /`((?:src|test|scripts|bench|docs|migrations|bin|\.ci)\/[\w./@-]+)`/g
const NPM_RUN = /npm run (?:-s |--silent )?([\w:-]+)/g

/** Returns the dead links, anchors, paths in backticks, `npm run` commands and merge conflicts of a Markdown document. */
export function checkDocument(path: string, project: Project): DeadReference[] {
  return eachLine(project.read(path), (line, isCode) => {
    const issues = [...line.matchAll(NPM_RUN)]
      .filter(([, script]) => !project.scripts.has(script!))
      .map(([command]) => `\`${command}\` is no script of package.json`)
    if (/^(<{7}|>{7}) /.test(line)) issues.push('an unresolved merge conflict')
    if (isCode) return issues
    for (const [, inline, reference, attribute] of line.matchAll(LINK)) {
      const error = checkLink(path, (inline ?? reference ?? attribute)!, project)
      if (error) issues.push(error)
    }
    for (const [, code] of line.matchAll(CODE_PATH)) {
      if (!project.has(code!)) issues.push(`\`${code}\` is not there`)
    }
    return issues
  })
}

/** Returns the missing documents that a source file names (`docs/errors.md`). */
export function checkMentions(text: string, project: Project): DeadReference[] {
  return eachLine(text, (line) =>
    [...line.matchAll(/\bdocs\/[\w./-]+\.md\b/g)]
      .filter(([document]) => !project.has(document))
      .map(([document]) => `${document} is not there`),
  )
}

/** The anchors that GitHub gives a document's headings. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  eachLine(text, (line, isCode) => {
    const heading = isCode ? undefined : /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1]
    if (!heading) return []
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const base = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let anchor = base
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`
    anchors.add(anchor)
    return []
  })
  return anchors
}

function checkLink(from: string, link: string, project: Project): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? from : normalize(join(dirname(from), decodeURIComponent(file)))
  if (!project.has(target)) return `${link} leads nowhere`
  if (anchor && target.endsWith('.md') && !anchorsOf(project.read(target)).has(anchor)) {
    return `${target} has no heading #${anchor}`
  }
  return undefined
}

function eachLine(text: string, check: (line: string, isCode: boolean) => string[]): DeadReference[] {
  let fence: string | undefined
  return text.split('\n').flatMap((line, index) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
    if (mark && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined
    return check(line, fence !== undefined).map((why) => ({ line: index + 1, why }))
  })
}
