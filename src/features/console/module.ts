import { addHeaders } from '../../platform/http/headers.ts'
import type { App } from '../../platform/http/server.ts'
import type { ConsoleFiles } from './console.ts'
import { consoleHeaders } from './headers.ts'
import { addConfigRoute, type ConsoleConfig } from './routes/config.ts'
import { addFileRoutes } from './routes/files.ts'
import { addWidgetFiles } from './routes/widget-files.ts'

export { ConsoleFiles } from './console.ts'

export interface ConsoleParts {
  files: ConsoleFiles
  config: ConsoleConfig
}

/** Adds the console: static files at `/console`, which call `/admin/v1` like any other client. */
export function addConsoleRoutes(app: App, { files, config }: ConsoleParts): void {
  addHeaders(app as never, ...Object.entries(consoleHeaders(config.tiles?.url)))
  addConfigRoute(app, config, files)
  addFileRoutes(app, files)
}

/** Adds the script for brands' websites, which is built with the console. */
export function addWidgetScript(app: App, { files }: Pick<ConsoleParts, 'files'>): void {
  addWidgetFiles(app, files)
}
