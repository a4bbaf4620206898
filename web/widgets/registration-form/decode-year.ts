/** Returns the model year in the last two characters of a HIN (33 CFR 181.25); undefined where they aren't digits. */
export function modelYearOf(hin: string, now: Date): string | undefined {
  const digits = /^[A-Z0-9]{10}(\d{2})$/.exec(hin)?.[1]
  if (digits === undefined) return undefined
  const century = Math.floor(now.getFullYear() / 100) * 100
  const year = century + Number(digits)
  return String(year > now.getFullYear() + 2 ? year - 100 : year)
}
