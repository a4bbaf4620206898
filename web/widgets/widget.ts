import { type Translate, translator } from '../../src/features/widgets/text/text.ts'
import { Api, type ApiError, type Settings } from './api.ts'
import { present } from './dom.ts'
import { style } from './style.ts'

const sheet = new CSSStyleSheet()
sheet.replaceSync(style)

/**
 * An element of a brand's website. Its content outside of the shadow root is a link for pages without scripts; it stays
 * visible where the server can't be reached.
 */
export abstract class Widget extends HTMLElement {
  static readonly observedAttributes = ['key', 'locale']

  api!: Api
  settings!: Settings
  t!: Translate
  language!: string
  readonly #root = this.attachShadow({ mode: 'open' })
  #drawn = ''

  /** Builds what the widget shows. `settings` are loaded. */
  protected abstract build(): Node[]

  connectedCallback(): void {
    this.#root.adoptedStyleSheets = [sheet]
    void this.#draw()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#draw()
  }

  /** Says something to the page: `transom:…`. */
  say(name: 'located' | 'submitted' | 'error', detail: object): void {
    this.dispatchEvent(new CustomEvent(`transom:${name}`, { detail, bubbles: true, composed: true }))
  }

  /** Returns the sentence for an error in the visitor's language, and tells the page the server's own. */
  explain(error: unknown): string {
    const { status = 0, message, issues = [] } = error as Partial<ApiError> & Error
    this.say('error', { status, message, issues })
    if (status === 429) return this.t('tooMany')
    if (issues.length > 0) return this.t('correct')
    if (status === 400 || status === 404) return this.t('unknownCode')
    return this.t(status === 409 ? 'tryAgain' : 'unavailable')
  }

  /** The text of an attribute; empty without it. */
  text(name: string): string {
    return this.getAttribute(name)?.trim() ?? ''
  }

  async #draw(): Promise<void> {
    const { language, t } = translator([
      this.text('locale'),
      document.documentElement.lang,
      ...navigator.languages,
    ])
    const wanted = `${this.text('key')} ${language}`
    if (this.#drawn === wanted) return
    this.#drawn = wanted
    this.t = t
    this.language = language
    this.api = new Api(this.text('key'))
    const fallback = document.createElement('slot')
    if (this.#root.childElementCount === 0) this.#root.append(fallback)
    try {
      this.settings = await this.api.settings()
    } catch (error) {
      this.#drawn = ''
      this.explain(error)
      return
    }
    // Another key or language was set meanwhile.
    if (this.#drawn !== wanted) return
    const frame = document.createElement('div')
    frame.className = 'frame'
    frame.lang = language
    frame.append(...present(this.build()))
    this.#root.replaceChildren(frame)
  }
}
