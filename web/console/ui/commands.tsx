import { useRef, useState } from 'react'
import { text } from '../text/text.ts'
import { IconButton } from './button.tsx'
import { copyText } from './copy.ts'
import { notify } from './notices.tsx'
import { Section } from './page.tsx'
import './commands.css'

const t = text.common

/**
 * The same record as commands to paste. `path` is below `/admin/v1`; `transom` is what follows `transom` in the shell,
 * left out where there is no such command.
 */
export function Commands({ path, transom }: { path: string; transom?: readonly string[] | undefined }) {
  const curl = `curl -H "Authorization: Bearer $TRANSOM_TOKEN" ${quote(`${location.origin}/admin/v1${path}`)}`
  return (
    <Section title={t.commands}>
      <div className="stack-small">
        <p className="muted commands-hint">{t.commandsHint}</p>
        <Copyable label={t.curl} value={curl} />
        {transom && <Copyable label={t.transom} value={['transom', ...transom.map(quote)].join(' ')} />}
      </div>
    </Section>
  )
}

/** A line of code with a button that copies it. */
export function Copyable({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    if (!(await copyText(code.current!))) return notify(t.copySelected)
    setCopied(true)
    notify(t.copied)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <div className="copyable">
      <code ref={code}>{value}</code>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={`${t.copy}: ${label}`}
        onClick={() => void copy()}
      />
    </div>
  )
}

/** Returns a word of a POSIX shell's command line. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
