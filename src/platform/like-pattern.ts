/** The form in which two texts are the same but for case and Unicode's ways to write a letter. */
export function fold(text: string): string {
  // In this order: lower case of composed letters is not always composed.
  return text.toLowerCase().normalize('NFC')
}

/**
 * A pattern for `lower(column) LIKE …` that every text matches in which `part` stands, whatever its case and normal
 * form; a few others match it too. Databases disagree on the case of letters beyond ASCII, so these are left open,
 * and so are `i` and `k`, which such letters (İ and the Kelvin sign) may become.
 */
export function likePattern(part: string): string {
  const certain = fold(part).split(/[^a-hjl-z0-9@.-]+/)
  return `%${certain.filter((piece) => piece !== '').join('%')}%`.replace(/^%%$/, '%')
}
