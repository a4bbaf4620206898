import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Copyable } from '../../ui/commands.tsx'
import { Message } from '../../ui/message.tsx'

const t = text.tokens

/** What each scope of a publishable key puts on a website: its element, and the page for frames. */
const ELEMENTS: Record<string, { tag: string; page: 'locator' | 'lead' | 'registration' }> = {
  'dealer-locator': { tag: 'transom-dealer-locator', page: 'locator' },
  'lead-submission': { tag: 'transom-lead-form', page: 'lead' },
  'warranty-registration': { tag: 'transom-warranty-registration', page: 'registration' },
}

/** The text of a new token, and for a publishable key what a website needs. */
export function TokenText({ token }: { token: Schemas['Token'] }) {
  return (
    <div className="stack">
      <Message tone="warning">{t.made.once}</Message>
      <Copyable label={t.made.text} value={token.token!} />
      {token.kind === 'publishable' && <Website pk={token.token!} scopes={token.scopes} />}
    </div>
  )
}

function Website({ pk, scopes }: { pk: string; scopes: readonly string[] }) {
  const elements = scopes.flatMap((scope) => ELEMENTS[scope] ?? [])
  const addressOf = (page: string) => `${location.origin}/embed/${pk}/${page}`
  const snippet = [
    `<script type="module" src="${location.origin}/widgets/v1/transom.js"></script>`,
    ...elements.map(
      ({ tag, page }) => `<${tag} key="${pk}">
  <a href="${addressOf(page)}">${t.made.pages[page]}</a>
</${tag}>`,
    ),
  ].join('\n\n')
  return (
    <>
      <p>{t.made.paste}</p>
      <Copyable label={t.made.snippet} value={snippet} />
      <p>{t.made.look}</p>
      <ul>
        {elements.map(({ page }) => (
          <li key={page}>
            <a href={addressOf(page)} target="_blank" rel="noreferrer">
              {t.made.pages[page]}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
