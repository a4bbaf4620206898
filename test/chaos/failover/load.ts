import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../support/client.ts'
import { type Integrator, newHin } from '../../support/integrator.ts'

/** Something that was acknowledged, and when (`performance.now()`). */
export interface Acknowledged {
  kind: 'warranty' | 'transfer' | 'lead'
  /** A HIN for warranties and transfers, the e-mail address of a lead. */
  key: string
  at: number
}

export interface Load {
  acknowledged: Acknowledged[]
  /** Answers that ask for another attempt: how many, and the slowest in milliseconds. */
  refused: { count: number; slowestMs: number }
  /** Answers that are neither 2xx nor ask for another attempt, and how many there were of each. */
  wrong: Map<string, number>
  /** When the first request succeeded after `since`; undefined when none has yet. */
  firstSuccessAfter(since: number): number | undefined
  /** Resolves when every writer has ended. */
  stop(): Promise<void>
}

const WRITERS = 6
const PAUSE_MS = 20
const REFUSED_PAUSE_MS = 50
const LOST_KINDS = new Set(['WARRANTY_NOT_FOUND'])

/** Writers that register a warranty, transfer it and submit a lead, and that retry what is refused as they should. */
export function startLoad(ada: Integrator): Load {
  const acknowledged: Acknowledged[] = []
  const refused = { count: 0, slowestMs: 0 }
  const wrong = new Map<string, number>()
  const successes: number[] = []
  let over = false

  const count = (answer: string) => wrong.set(answer, (wrong.get(answer) ?? 0) + 1)

  /** Repeats a request while it is refused. Returns undefined when the load ends first. */
  async function insist(send: () => Promise<Answer>, retried: (answer: Answer) => boolean) {
    for (let attempt = 1; !over; attempt++) {
      const sent = performance.now()
      const answer = await send().catch(String)
      if (typeof answer === 'string') {
        count(`no answer: ${answer}`)
        return
      }
      const at = performance.now()
      if (answer.status < 300 || (attempt > 1 && retried(answer))) {
        successes.push(at)
        return { answer, at }
      }
      // 409: the attempt before was committed, and may still wait for the receiver.
      const mayRetry = answer.status === 503 || (attempt > 1 && answer.status === 409)
      if (!mayRetry || !answer.headers['retry-after'] || !answer.body) {
        count(`${answer.status} ${answer.body?.error?.code ?? answer.body?.status ?? ''}`)
        return
      }
      refused.count++
      refused.slowestMs = Math.max(refused.slowestMs, at - sent)
      await sleep(REFUSED_PAUSE_MS)
    }
    return
  }

  async function write(): Promise<void> {
    while (!over) {
      const hin = newHin()
      // The attempt before may have been committed though its answer was a 503.
      const isThere = ({ body }: Answer) => body?.error?.code === 'DUPLICATE_HIN'
      const registered = await insist(() => ada.register({ hin }), isThere)
      if (registered) {
        acknowledged.push({ kind: 'warranty', key: hin, at: registered.at })
        const headers = { 'idempotency-key': randomUUID() }
        const body = {
          contact: { first_name: 'Grace', last_name: hin, phone: '+1 214 555 0199', zipcode: '76051' },
        }
        // A failover that loses commits may lose the warranty in between.
        const isLost = ({ body }: Answer) => LOST_KINDS.has(body?.error?.code)
        const transfer = () => ada.call('POST', `/warranty/${hin}/transfer`, { headers, body })
        const transferred = await insist(transfer, isLost)
        if (transferred && !isLost(transferred.answer))
          acknowledged.push({ kind: 'transfer', key: hin, at: transferred.at })
      }
      const email = `${newHin().toLowerCase()}@example.com`
      const headers = { 'idempotency-key': randomUUID() }
      const lead = await insist(
        () => ada.submitLead({ contact: { contact_email: email } }, headers),
        () => false,
      )
      if (lead) acknowledged.push({ kind: 'lead', key: email, at: lead.at })
      await sleep(PAUSE_MS)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)

  return {
    acknowledged,
    refused,
    wrong,
    firstSuccessAfter: (since) => successes.find((at) => at >= since),
    async stop() {
      over = true
      await Promise.all(writers)
    },
  }
}
