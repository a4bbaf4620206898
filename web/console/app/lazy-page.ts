import { lazyRouteComponent } from '@tanstack/react-router'
import { unreachable } from '../api/client.ts'
import { readConfig } from '../api/config.ts'

/**
 * Returns a page whose code is loaded with its route. Where the code is gone, as after an upgrade, the console is loaded
 * again, once. While the server is away, the page says so instead, and opens when it is back.
 */
export function lazyPage<T extends Record<string, unknown>, K extends keyof T & string>(
  load: () => Promise<T>,
  name: K,
) {
  const loadOrExplain = () =>
    load().catch(async (error) => {
      await readConfig().catch(() => {
        throw unreachable()
      })
      throw error
    })
  return lazyRouteComponent(loadOrExplain, name)
}
