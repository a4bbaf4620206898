/** Returns whether the text is a hull identification number (HIN): exactly 12 of A-Z, a-z, 0-9. No inner structure is enforced. */
export function isHin(text: string): boolean {
  return /^[A-Za-z0-9]{12}$/.test(text)
}

/** Returns the form in which a HIN is stored, compared and returned: upper case. */
export function canonicalHin(hin: string): string {
  return hin.toUpperCase()
}

/** Returns why a value that is not a HIN is refused, and what to send instead. */
export function explainInvalidHin(value: string): string {
  const rule = 'A hull identification number is exactly 12 letters and digits'
  if (value === '') return `${rule}; this one is empty.`

  if (value.length < 40) {
    const compact = value.replace(/[\s/-]/g, '')
    const separators = 'blanks, hyphens and slashes'
    if (isHin(compact)) return `${rule}: leave out ${separators} and send "${compact}".`

    const [, country, hin] = /^([A-Za-z]{2})([A-Za-z0-9]{12})$/.exec(compact) ?? []
    if (hin) {
      const more = compact === value ? '' : `, ${separators},`
      return `${rule}: leave out the country code "${country}"${more} and send "${hin}".`
    }
  }

  const { length, firstBad, firstBadPosition } = surveyCharacters(value)
  if (length !== 12) return `${rule}; this one has ${length} character${length === 1 ? '' : 's'}.`
  return `${rule}; character ${firstBadPosition} of this one is ${nameCharacter(firstBad)}.`
}

function surveyCharacters(text: string): { length: number; firstBad: string; firstBadPosition: number } {
  let length = 0
  let firstBad = ''
  let firstBadPosition = 0
  for (const character of text) {
    length++
    if (firstBad === '' && !/^[A-Za-z0-9]$/.test(character)) {
      firstBad = character
      firstBadPosition = length
    }
  }
  return { length, firstBad, firstBadPosition }
}

/** Names look-alikes and invisible characters by code point, because showing them would explain nothing. */
function nameCharacter(character: string): string {
  if (/^[!-~]$/.test(character)) return `"${character}"`
  if (character === ' ') return 'a blank'
  const codePoint = character.codePointAt(0) ?? 0
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}, not an ASCII letter or digit`
}
