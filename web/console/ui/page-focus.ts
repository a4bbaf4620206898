import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** The path of the page that has had the focus. A visit's first page leaves it to the browser. */
let focusedPath: string | undefined

/**
 * Moves the focus to a new page, for those who don't see that it changed: to its heading, or in a page that is a form to
 * the first field that has to be filled in.
 */
export function useFocusOnNavigation(heading: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    if (path === undefined || path === focusedPath) return
    const isFirst = focusedPath === undefined
    focusedPath = path
    if (!isFirst) (emptyField(document.querySelector('form[aria-label]')) ?? heading.current)?.focus()
  }, [path, heading])
}

/** Returns the first field that must have a value and has none. */
export function emptyField(within: Element | null | undefined): HTMLElement | undefined {
  const required = within?.querySelectorAll<HTMLInputElement>(':is(input, select, textarea):required') ?? []
  return [...required].find(({ value }) => value === '')
}

/** For a page that becomes another one without a new path. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}
