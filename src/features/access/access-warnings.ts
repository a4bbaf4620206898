/** Returns why a user or token has no access. `lists` are its grants, by the name of an item. */
export function accessWarnings(active: boolean, lists: Record<string, readonly string[]>): string[] {
  if (!active) return ['Note: It is refused, as it is not active.']
  const missing = Object.keys(lists).filter((name) => lists[name]!.length === 0)
  return missing.length > 0 ? [`Note: It can do nothing without a ${missing.join(' and a ')}.`] : []
}
