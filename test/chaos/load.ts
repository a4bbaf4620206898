import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../acceptance/behind.ts'
import type { Answer } from '../support/client.ts'
import { type Integrator, newHin } from '../support/integrator.ts'
import { promise, type World } from './scenario.ts'

/** What the callers were told. */
export interface Told {
  /** HINs whose create was answered with 201. */
  warranties: Set<string>
  /** Leads whose id was given. */
  leads: Set<number>
  /** Answers 503, and how long the slowest of them took. */
  refused: number
  slowestRefusalMs: number
  /** Requests that got no answer. */
  unanswered: number
}

/** Callers that register warranties and submit leads, one after the other, until `stop`. */
export interface Load {
  told: Told
  /** Resolves when something has been acknowledged that was asked for from now on. Throws after `budgetMs`. */
  acknowledged(budgetMs: number): Promise<void>
  /** Resolves when so many more were refused with 503. */
  refused(count: number, budgetMs: number): Promise<void>
  /** Throws when any answer was neither an acknowledgement nor a 503 with Retry-After in the interface's shape. */
  stop(): Promise<Told>
}

const WRITERS = 4
const PAUSE_MS = 10

/** `mayBreak`: whether a request may go without an answer, because a server is killed meanwhile. */
export function startLoad(callers: readonly Integrator[], { mayBreak = false } = {}): Load {
  const told: Told = {
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
    told.refused++
    told.slowestRefusalMs = Math.max(told.slowestRefusalMs, performance.now() - asked)
  }
  async function write(caller: Integrator): Promise<void> {
    for (let turn = 0; !over; turn++) {
      const asked = performance.now()
      try {
        if (turn % 2 === 0) {
          const hin = newHin()
          take(await caller.register({ hin }), asked, () => told.warranties.add(hin))
        } else {
          const answer = await caller.submitLead()
          take(answer, asked, () => told.leads.add(Number(answer.headers['x-lead-id'])))
        }
      } catch (error) {
        told.unanswered++
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
    told,
    async acknowledged(budgetMs) {
      // Those under way may have been asked for before; each writer has one of them.
      const enough = told.warranties.size + told.leads.size + WRITERS + 1
      await until(() => told.warranties.size + told.leads.size >= enough, budgetMs, 'writes are acknowledged')
    },
    async refused(count, budgetMs) {
      const enough = told.refused + count
      await until(() => told.refused >= enough, budgetMs, 'writes are refused')
    },
    async stop() {
      over = true
      await Promise.all(writers)
      promise(wrong.length === 0, `only 2xx and 503 are answered, not ${wrong.length} others: ${wrong[0]}`)
      return told
    },
  }
}

const SETTLE_MS = 120_000

/**
 * Holds what is stored, and what the CRM got, to what was told: everything acknowledged is there once and has been
 * delivered, each under one message id. Returns it in words.
 */
export async function expectKept(
  { server, crm }: World,
  told: Told,
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
  for (const hin of told.warranties)
    promise(stored.get(hin) === 1, `${hin} was acknowledged and is there once`)
  for (const id of told.leads)
    promise(leads.get(String(id)) === 1, `lead ${id} was acknowledged and is there once`)
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
  for (const hin of told.warranties) promise(taken.has(`hin ${hin}`), `the CRM was told of ${hin}`)
  for (const id of told.leads) promise(taken.has(`lead ${id}`), `the CRM was told of lead ${id}`)
  for (const [key, ids] of sent) promise(new Set(ids).size === 1, `${key} kept its message id`)
  const repeated = [...taken.values()].filter((times) => times > 1).length
  promise(mayRepeat || repeated === 0, `nothing is sent twice, but ${repeated} were`)
  return `${told.warranties.size} warranties and ${told.leads.size} leads acknowledged, all kept and delivered, ${repeated} delivered again; ${told.refused} refused, at most after ${Math.round(told.slowestRefusalMs)} ms; ${told.unanswered} unanswered`
}

async function countBy(server: World['server'], sql: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { key } of await runSql(server, sql)) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1)
  return counts
}
