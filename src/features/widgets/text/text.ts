import { de } from './de.ts'
import { en, type TextKey, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

const LANGUAGES: Record<string, Texts> = { en, fr, de, es }

/** Returns a text, with values instead of `{name}`. */
export type Translate = (key: TextKey, values?: Record<string, string | number>) => string

/** Returns the texts of the first of these languages that there is; English without any. */
export function translator(locales: readonly string[]): { language: string; t: Translate } {
  const language = locales.map((locale) => locale.slice(0, 2).toLowerCase()).find((name) => name in LANGUAGES)
  const texts = LANGUAGES[language ?? 'en']!
  return {
    language: language ?? 'en',
    t: (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  }
}
