import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Copyable } from '../../ui/commands.tsx'
import { SelectField } from '../../ui/field.tsx'
import './website.css'

const t = text.tokens.made

type PageName = keyof typeof t.pages

/** The element and the page for frames of each scope of a publishable key. */
const ELEMENTS: Record<string, { tag: string; page: PageName }> = {
  'dealer-locator': { tag: 'transom-dealer-locator', page: 'locator' },
  'lead-submission': { tag: 'transom-lead-form', page: 'lead' },
  'warranty-registration': { tag: 'transom-warranty-registration', page: 'registration' },
}

function elementsOf(scopes: readonly string[]) {
  return scopes.flatMap((scope) => ELEMENTS[scope] ?? [])
}

function addressOf(key: string, page: PageName): string {
  return `${location.origin}/embed/${key}/${page}`
}

/** The lines to paste into a website for each scope of a publishable key. */
export function Snippet({ publicKey, scopes }: { publicKey: string; scopes: readonly string[] }) {
  const lines = [
    `<script type="module" src="${location.origin}/widgets/v1/transom.js"></script>`,
    ...elementsOf(scopes).map(
      ({ tag, page }) => `<${tag} key="${publicKey}">
  <a href="${addressOf(publicKey, page)}">${t.pages[page]}</a>
</${tag}>`,
    ),
  ]
  return <Copyable label={t.snippet} value={lines.join('\n\n')} />
}

/** A live preview of the forms of a publishable key. */
export function Preview({ publicKey, scopes }: { publicKey: string; scopes: readonly string[] }) {
  const pages = elementsOf(scopes).map(({ page }) => page)
  const [page, setPage] = useState(pages[0])
  if (!page) return null
  const address = addressOf(publicKey, page)
  return (
    <>
      <SelectField
        label={t.preview}
        hint={t.previewHint}
        value={page}
        onChange={({ target }) => setPage(target.value as PageName)}
      >
        {pages.map((name) => (
          <option key={name} value={name}>
            {t.pages[name]}
          </option>
        ))}
      </SelectField>
      {isSecureContext && (
        // Over plain HTTP, browsers don't tell the server whose page shows the frame, so it refuses.
        <iframe
          key={page}
          className="preview"
          title={t.pages[page]}
          src={address}
          sandbox="allow-forms allow-same-origin"
        />
      )}
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          {t.openPreview}
        </a>
      </p>
    </>
  )
}
