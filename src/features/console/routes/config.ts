import type { App } from '../../../platform/http/server.ts'
import type { ConsoleFiles } from '../console.ts'

export interface ConsoleConfig {
  version: string
  /** A server for the map's tiles, as a template with `{z}`, `{x}` and `{y}`. */
  tiles: { url: string; attribution: string } | null
}

/** Adds `GET /console/config.json`: what the console has to know before anybody signs in. */
export function addConfigRoute(app: App, config: ConsoleConfig, files: ConsoleFiles): void {
  app.get('/console/config.json', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ ...config, build: files.state.built?.id ?? null })
  })
}
