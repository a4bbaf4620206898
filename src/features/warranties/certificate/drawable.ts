/** Drawn instead of characters that the font lacks. */
const REPLACEMENT = '□'
/** More than any line of a certificate has room for: laying text out takes time. */
const MOST_CHARACTERS = 300

interface Glyphs {
  hasGlyphForCodePoint(point: number): boolean
}

/** Returns what makes texts ready for a document's font. */
export function createDrawable(doc: PDFKit.PDFDocument) {
  // The only way to ask: types of pdfkit leave the open font out.
  const { font } = (doc as unknown as { _font: { font: Glyphs } })._font
  let missing = false
  return {
    replacement: REPLACEMENT,
    /** Returns whether a prepared text had characters that the font lacks. */
    hasMissing: () => missing,
    /** Returns the text with what can be drawn. */
    prepare(text: string): string {
      const shown = [...text.normalize('NFC')].slice(0, MOST_CHARACTERS).map((character) => {
        if (font.hasGlyphForCodePoint(character.codePointAt(0)!)) return character
        missing = true
        return REPLACEMENT
      })
      return joinRightToLeft(shown.join(''))
    },
  }
}

/** pdfkit lays words out one by one. Words from right to left must be one word, so that they are turned together. */
export function joinRightToLeft(text: string): string {
  return text.replace(
    /([\p{Script=Arabic}\p{Script=Hebrew}]) (?=[\p{Script=Arabic}\p{Script=Hebrew}])/gu,
    '$1\u00a0',
  )
}
