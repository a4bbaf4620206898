/** Returns the form in which texts are equal that differ only in case and Unicode composition. */
export function fold(text: string): string {
  // In this order: lower-casing composed letters may decompose them.
  return text.toLowerCase().normalize('NFC')
}

/**
 * Returns a pattern for `lower(column) LIKE …` that matches every text that contains `part`, in any case and normal
 * form, and a few others. Databases disagree on the case of letters beyond ASCII, so these become wildcards, and so do
 * `i` and `k`, which such letters (İ and the Kelvin sign) may become.
 */
export function likePattern(part: string): string {
  const certain = fold(part).split(/[^a-hjl-z0-9@.-]+/)
  return `%${certain.filter((piece) => piece !== '').join('%')}%`.replace(/^%%$/, '%')
}
