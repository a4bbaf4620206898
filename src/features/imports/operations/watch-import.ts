import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportContext } from '../context.ts'
import { requireVisible } from '../kinds.ts'
import * as queries from '../queries.ts'
import { toItem } from '../view.ts'

const POLL_MS = 250
const QUIET_MS = 15_000

/** How an import is getting on. */
export type ImportEvent = Pick<
  ReturnType<typeof toItem>,
  'id' | 'state' | 'progress' | 'summary' | 'summary_changed' | 'reason' | 'can_commit'
>

/**
 * Yields how an import is getting on: now, after each change, and null where nothing has changed for a while. Ends when
 * nothing more happens by itself, and when `signal` is aborted. Reads only when the next event is asked for, so a slow
 * reader gets fewer events.
 * @throws NotFound (NOT_FOUND) with the first event
 */
export async function* watchImport(
  ctx: ImportContext,
  id: number,
  signal: AbortSignal,
): AsyncGenerator<ImportEvent | null, void> {
  let last = ''
  let quietSince = performance.now()
  while (!signal.aborted) {
    const found = await queries.findListed(ctx.db.read, id)
    // Pruned meanwhile.
    if (!found && last !== '') return
    const event = toEvent(ctx, requireVisible(ctx.principal, found, id))
    const text = JSON.stringify(event)
    if (text !== last) yield event
    else if (performance.now() - quietSince > QUIET_MS) yield null
    if (event.state !== 'checking' && event.state !== 'running') return
    if (text !== last || performance.now() - quietSince > QUIET_MS) quietSince = performance.now()
    last = text
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
}

function toEvent(ctx: ImportContext, row: queries.ListedImport): ImportEvent {
  const { id, state, progress, summary, summary_changed, reason, can_commit } = toItem(ctx, row, '')
  return { id, state, progress, summary, summary_changed, reason, can_commit }
}
