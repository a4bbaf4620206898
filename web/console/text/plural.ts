/** Returns a number with its noun: `counted('dealer', 'dealers')(2)` is `2 dealers`. */
export function counted(one: string, many: string, locale = 'en') {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count: number) => `${numbers.format(count)} ${rules.select(count) === 'one' ? one : many}`
}
