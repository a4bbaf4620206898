import type { App } from '../../../platform/http/server.ts'
import type { ConsoleFiles } from '../console.ts'
import { sendBuilt } from './files.ts'

/** Its name never changes: pages get another version of it after this time. */
const SCRIPT_CACHE = 'public, max-age=300'
/** The names of other files contain a digest of their content. */
const PART_CACHE = 'public, max-age=31536000, immutable'
const SCRIPT = 'transom.js'

/** Adds `GET /widgets/v1/transom.js` and what it loads from beside it. Every website may load these files. */
export function addWidgetFiles(app: App, files: ConsoleFiles): void {
  app.get('/widgets/v1/:file', { config: { forBrowsers: true } }, async (request, reply) => {
    const { file } = request.params as { file: string }
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    return sendBuilt(files, request, reply, {
      name: `widgets/${file}`,
      cacheControl: file === SCRIPT ? SCRIPT_CACHE : PART_CACHE,
    })
  })
}
