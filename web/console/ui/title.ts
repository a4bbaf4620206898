import { useEffect } from 'react'
import { text } from '../text/text.ts'

/** Names the browser's tab after the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${text.frame.product}`
  }, [title])
}
