import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Copyable } from '../../ui/commands.tsx'
import { Message } from '../../ui/message.tsx'
import { Preview, Snippet } from './website.tsx'

const t = text.tokens.made

/** The text of a new token, and for a publishable key what a website needs. */
export function TokenText({ token: { token = '', kind, scopes } }: { token: Schemas['Token'] }) {
  return (
    <div className="stack">
      <Message tone="warning">{t.once}</Message>
      <Copyable label={t.text} value={token} />
      {kind === 'publishable' && (
        <>
          <p>{t.paste}</p>
          <Snippet publicKey={token} scopes={scopes} />
          <Preview publicKey={token} scopes={scopes} />
        </>
      )}
    </div>
  )
}
