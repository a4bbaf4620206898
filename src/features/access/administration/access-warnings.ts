/** Notes on why a user or token can do nothing. `lists` are what it has, by what each item is called. */
export function lacksOf(active: boolean, lists: Record<string, readonly string[]>): string[] {
  if (!active) return ['It is refused, as it is not active']
  const lacking = Object.keys(lists).filter((name) => lists[name]!.length === 0)
  return lacking.length > 0 ? [`It can do nothing without a ${lacking.join(' and a ')}`] : []
}
