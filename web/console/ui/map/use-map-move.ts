import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { withSearch } from '../../app/search.ts'

/** Returns what keeps the part of a map that somebody moved to in the URL: a reload, or the way back, shows it again. */
export function useMapMove() {
  const navigate = useNavigate()
  const move = useRef((_view: string) => {})
  move.current = (at) =>
    void navigate({ to: '.', search: withSearch({ at }), replace: true, resetScroll: false })
  return move
}
