import { useRouter } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { NAVIGATION, type NavigationEntry } from './navigation.ts'

/** Returns the pages that the person may open, in groups. */
export function useNavigationEntries(): NavigationEntry[][] {
  const may = useMay()
  const { routesByPath } = useRouter()
  return NAVIGATION.map((group) => group.filter(({ to, needs }) => to in routesByPath && may(needs))).filter(
    (group) => group.length > 0,
  )
}
