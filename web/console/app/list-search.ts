import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Filters, order and page of each list as the person last saw it, by the list's path. */
const seen = new Map<string, object>()

/** Returns the filters with which the person left a list. Notes those of the present page, if it is a list. */
export function useListSearch(list: string | undefined): object {
  const { fullPath, search } = useMatches({ select: (matches) => matches.at(-1)! })
  const isList = list === undefined
  useEffect(() => {
    // The brand is kept by all links, and a dialog is not a part of the list.
    const { brand, do: dialog, ...filters } = search as Record<string, unknown>
    if (isList) seen.set(fullPath, filters)
  }, [isList, fullPath, search])
  return (list !== undefined && seen.get(list)) || {}
}
