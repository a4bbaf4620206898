/** The public settings of the server and its console, before anybody signs in. */
interface Config {
  version: string
  /** Which console the server has; null while it is being built. */
  build: string | null
  /** A server for the map's tiles; null: the map draws its own. */
  tiles: { url: string; attribution: string } | null
}

/** @throws where the server is away, or has no console */
export async function readConfig(): Promise<Config> {
  const response = await fetch('/console/config.json', { cache: 'no-store' })
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return response.json()
}
