import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../acceptance/behind.ts'
import type { Answer } from '../support/client.ts'
import { type Integrator, newHin } from '../support/integrator.ts'
import { promise, type World } from './scenario.ts'

/** The responses to the callers. */
export interface Outcome {
  /** HINs whose create got 201. */
  warranties: Set<string>
  /** Ids of acknowledged leads. */
  leads: Set<number>
  /** Number of 503 responses, and the time of the slowest. */
  refused: number
  slowestRefusalMs: number
  /** Requests without an answer. */
  unanswered: number
}

/** Callers that alternately register warranties and submit leads until `stop`. */
export interface Load {
  outcome: Outcome
  /** Resolves when a request sent from now on is acknowledged. Throws after `budgetMs`. */
  acknowledged(budgetMs: number): Promise<void>
  /** Resolves when `count` more requests got 503. Throws after `budgetMs`. */
  refused(count: number, budgetMs: number): Promise<void>
  /** @throws if an answer was neither an acknowledgement nor a 503 with Retry-After and a body */
  stop(): Promise<Outcome>
}

const WRITERS = 4
const PAUSE_MS = 10

/** Starts a load. With `mayBreak`, requests may stay unanswered because a server is killed. */
export function startLoad(callers: readonly Integrator[], { mayBreak = false } = {}): Load {
  const outcome: Outcome = {
    warranties: new Set(),
    leads: new Set(),
    refused: 0,
    slowestRefusalMs: 0,
    unanswered: 0,
  }
  const wrong: string[] = []
  let over = false

  const take = (answer: Answer, asked: number, acknowledge: () => void) => {
    if (answer.status < 300) return acknowledge()
    if (answer.status !== 503 || !answer.headers['retry-after'] || !answer.body) {
      wrong.push(`${answer.status} ${answer.text}`)
      return
    }
    outcome.refused++
    outcome.slowestRefusalMs = Math.max(outcome.slowestRefusalMs, performance.now() - asked)
  }
  async function write(caller: Integrator): Promise<void> {
    for (let turn = 0; !over; turn++) {
      const asked = performance.now()
      try {
        if (turn % 2 === 0) {
          const hin = newHin()
          take(await caller.register({ hin }), asked, () => outcome.warranties.add(hin))
        } else {
          const answer = await caller.submitLead()
          take(answer, asked, () => outcome.leads.add(Number(answer.headers['x-lead-id'])))
        }
      } catch (error) {
        outcome.unanswered++
        if (!mayBreak) wrong.push(String(error))
      }
      await sleep(PAUSE_MS)
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, index) => write(callers[index % callers.length]!))
  const until = async (reached: () => boolean, budgetMs: number, what: string) => {
    const deadline = performance.now() + budgetMs
    while (!reached()) {
      promise(performance.now() < deadline, `${what} within ${budgetMs} ms`)
      await sleep(5)
    }
  }

  return {
    outcome,
    async acknowledged(budgetMs) {
      // Each writer may have sent one request before.
      const enough = outcome.warranties.size + outcome.leads.size + WRITERS + 1
      await until(
        () => outcome.warranties.size + outcome.leads.size >= enough,
        budgetMs,
        'writes are acknowledged',
      )
    },
    async refused(count, budgetMs) {
      const enough = outcome.refused + count
      await until(() => outcome.refused >= enough, budgetMs, 'writes are refused')
    },
    async stop() {
      over = true
      await Promise.all(writers)
      promise(wrong.length === 0, `all answers are 2xx or 503, but ${wrong.length} are not: ${wrong[0]}`)
      return outcome
    },
  }
}

const SETTLE_MS = 120_000

/**
 * Checks that everything acknowledged is stored once and was delivered under one message id. Returns a summary.
 */
export async function expectKept(
  { server, crm }: World,
  outcome: Outcome,
  { mayRepeat = true }: { mayRepeat?: boolean } = {},
): Promise<string> {
  const deadline = performance.now() + SETTLE_MS
  const waiting = () => runSql(server, "SELECT count(*) AS count FROM deliveries WHERE status = 'pending'")
  while (Number((await waiting())[0]!.count) > 0) {
    promise(performance.now() < deadline, `all deliveries end within ${SETTLE_MS} ms`)
    await sleep(50)
  }
  const [failed] = await runSql(server, "SELECT count(*) AS count FROM deliveries WHERE status = 'failed'")
  promise(Number(failed!.count) === 0, 'no delivery fails for good')

  const stored = await countBy(server, 'SELECT hin AS key FROM warranties')
  const leads = await countBy(server, 'SELECT id AS key FROM leads')
  for (const hin of outcome.warranties)
    promise(stored.get(hin) === 1, `${hin} was acknowledged and is stored once`)
  for (const id of outcome.leads)
    promise(leads.get(String(id)) === 1, `lead ${id} was acknowledged and is stored once`)
  const [half] = await runSql(
    server,
    `SELECT count(*) AS count FROM warranties w
      WHERE (SELECT count(*) FROM ownerships o WHERE o.warranty_id = w.id AND o.transfer_date IS NULL) <> 1`,
  )
  promise(Number(half!.count) === 0, 'every warranty has one owner')

  const sent = new Map<string, string[]>()
  const taken = new Map<string, number>()
  for (const { headers, raw, status } of crm.requests) {
    const body = JSON.parse(raw.toString()) as { lead_id?: number; data?: { hin: string } }
    const key = body.lead_id === undefined ? `hin ${body.data!.hin}` : `lead ${body.lead_id}`
    sent.set(key, [...(sent.get(key) ?? []), String(headers['webhook-id'])])
    if (status < 300) taken.set(key, (taken.get(key) ?? 0) + 1)
  }
  for (const hin of outcome.warranties) promise(taken.has(`hin ${hin}`), `the CRM received ${hin}`)
  for (const id of outcome.leads) promise(taken.has(`lead ${id}`), `the CRM received lead ${id}`)
  for (const [key, ids] of sent) promise(new Set(ids).size === 1, `${key} kept its message id`)
  const repeated = [...taken.values()].filter((times) => times > 1).length
  promise(mayRepeat || repeated === 0, `nothing is sent twice, but ${repeated} were`)
  return `${outcome.warranties.size} warranties and ${outcome.leads.size} leads acknowledged, all kept and delivered, ${repeated} delivered again; ${outcome.refused} refused, after at most ${Math.round(outcome.slowestRefusalMs)} ms; ${outcome.unanswered} unanswered`
}

async function countBy(server: World['server'], sql: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { key } of await runSql(server, sql)) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1)
  return counts
}
