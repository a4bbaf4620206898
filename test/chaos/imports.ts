import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../acceptance/behind.ts'
import { type Administrator, makeAdministrator } from '../support/administrator.ts'
import type { Answer } from '../support/client.ts'
import { FILES, KINDS, type Kind, storedRows } from './import-files.ts'
import { makeWorld, promise, type Scenario } from './scenario.ts'

const KILLS = 10
/** Kills that interrupt nothing are repeated, up to this many in all. */
const MOST_ATTEMPTS = 40
/** When servers are killed, in turn. */
const PHASES = ['upload', 'run', 'check', 'run'] as const
type Phase = (typeof PHASES)[number]
const SETTLE_MS = 90_000

/** An import of one version of a file. */
interface Job {
  kind: Kind
  version: number
  /** Undefined until the upload is acknowledged. */
  id?: number
  commitAcknowledged?: boolean
  seenDone?: boolean
}

interface Shown {
  id: number
  state: string
  reason: string | null
  can_commit: boolean
  summary: { invalid: number } | null
}

/** A server is killed repeatedly while it takes in, checks or runs imports of dealers and of territories. */
const killed: Scenario = {
  name: 'imports of killed servers',
  databases: ['sqlite', 'postgres'],
  async run(place) {
    await using world = await makeWorld(place)
    const { server, ada } = world
    const importer = new Importer(await makeAdministrator(server), ada.brand.slug)
    const stored = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
    const expectStored = async (when: string) => {
      for (const kind of KINDS) {
        const rows = await storedRows(server, kind, ada.brand.id)
        const isVersion = rows.join('\n') === FILES[kind].rows(stored[kind]).join('\n')
        promise(isVersion, `exactly version ${stored[kind]} of the ${kind} is stored ${when}`)
      }
    }
    /** Returns what a kill interrupted, or how it missed. */
    const outcomeOf = async (phase: Phase, jobs: readonly Job[]): Promise<'hit' | 'early' | 'late'> => {
      if (phase === 'upload') return jobs.some(({ id }) => id === undefined) ? 'hit' : 'late'
      const rows = await runSql(server, 'SELECT id, state FROM imports')
      const states = jobs.map((job) => rows.find(({ id }) => Number(id) === job.id)?.state)
      if (states.includes(phase === 'check' ? 'checking' : 'running')) return 'hit'
      return states.includes(phase === 'check' ? 'ready' : 'done') ? 'late' : 'early'
    }

    const took: Record<Phase, number> = { upload: 0, check: 0, run: 0 }
    // Territories refer to dealers.
    for (const kind of KINDS) {
      const job: Job = { kind, version: 0 }
      for (const phase of ['upload', 'check', 'run'] as const) {
        const start = performance.now()
        await importer.doPhase(phase, job)
        took[phase] += performance.now() - start
      }
    }
    await expectStored('at first')

    const hit: Record<Phase, number> = { upload: 0, check: 0, run: 0 }
    let [attempts, allOrNothing] = [0, { all: 0, nothing: 0 }]
    while (hit.upload + hit.check + hit.run < KILLS) {
      promise(++attempts <= MOST_ATTEMPTS, `${KILLS} of ${MOST_ATTEMPTS} kills interrupt something`)
      const phase = PHASES[(hit.upload + hit.check + hit.run) % PHASES.length]!
      const jobs = KINDS.map((kind): Job => ({ kind, version: attempts }))
      if (phase !== 'upload') for (const job of jobs) await importer.upload(job)
      if (phase === 'run') for (const job of jobs) await importer.settled(job)

      const broken = Promise.allSettled(jobs.map((job) => importer.doPhase(phase, job)))
      await sleep(Math.random() * took[phase])
      await server.kill('SIGKILL')
      await broken
      const outcome = await outcomeOf(phase, jobs)
      if (outcome === 'hit') hit[phase]++
      else took[phase] *= outcome === 'late' ? 0.6 : 1.4
      await server.start()

      for (const job of jobs) {
        await importer.upload(job)
        const { seenDone } = job
        const shown = await importer.settled(job)
        const where = `after a kill during ${phase}, the import of ${job.kind} is`
        if (shown.state === 'done') stored[job.kind] = job.version
        else
          promise(shown.can_commit, `${where} one that can be committed, not ${shown.state}: ${shown.reason}`)
        promise(!seenDone || shown.state === 'done', `${where} still done`)
        if (job.commitAcknowledged) {
          promise(shown.state !== 'ready', `${where} not taken back`)
          const truthful = shown.state === 'done' || /^interrupted/.test(shown.reason ?? '')
          promise(truthful, `${where} done or interrupted: ${shown.reason}`)
        } else promise(shown.state === 'ready' || phase === 'run', `${where} ready, not ${shown.state}`)
        if (phase === 'run') allOrNothing[shown.state === 'done' ? 'all' : 'nothing']++
      }
      await expectStored(`after a kill during ${phase}`)

      for (const job of jobs) {
        if ((await importer.show(job)).state !== 'done') await importer.commit(job)
        const shown = await importer.settled(job)
        promise(shown.state === 'done', `an interrupted import can be committed again: ${shown.reason}`)
        stored[job.kind] = job.version
      }
      await expectStored('after the import is committed again')
    }
    const listed = await importer.count()
    promise(listed === KINDS.length * (attempts + 1), `each upload is one import, not ${listed}`)
    const { all, nothing } = allOrNothing
    const kills = `${hit.upload} during uploads, ${hit.check} during checks, ${hit.run} during runs`
    return `${KILLS} kills (${kills}; ${attempts - KILLS} more came too early or too late); of the runs, ${nothing} left nothing and ${all} everything; all ${listed} imports are done`
  },
}

export const importScenarios: Scenario[] = [killed]

/** Sends imports as an administrator. */
class Importer {
  readonly #administrator: Administrator
  readonly #brand: string

  constructor(administrator: Administrator, brand: string) {
    this.#administrator = administrator
    this.#brand = brand
  }

  /** Does a phase of an import, to its end. */
  async doPhase(phase: Phase, job: Job): Promise<void> {
    if (phase === 'upload') return this.upload(job)
    if (phase === 'run') await this.commit(job)
    await this.settled(job)
  }

  /** Uploads a file; again, with the same key, if it was not acknowledged. */
  async upload(job: Job): Promise<void> {
    if (job.id !== undefined) return
    const query = `kind=${job.kind}&brand=${this.#brand}&mode=replace`
    const headers = { 'content-type': 'text/csv', 'idempotency-key': `${job.kind}-${job.version}` }
    const raw = FILES[job.kind].csv(job.version)
    const answer = await this.#administrator.call('POST', `/imports?${query}`, { headers, raw })
    job.id = expectShown(answer, 202).id
  }

  async commit(job: Job): Promise<void> {
    expectShown(await this.#administrator.call('POST', `/imports/${job.id}/commit`), 202)
    job.commitAcknowledged = true
  }

  async show(job: Job): Promise<Shown> {
    return expectShown(await this.#administrator.call('GET', `/imports/${job.id}`), 200)
  }

  /** Waits until nothing more happens by itself. */
  async settled(job: Job): Promise<Shown> {
    const deadline = performance.now() + SETTLE_MS
    for (;;) {
      const shown = await this.show(job)
      if (shown.state !== 'checking' && shown.state !== 'running') {
        promise(
          shown.summary?.invalid === 0,
          `an import ends with its check: ${shown.state}, ${shown.reason}`,
        )
        return shown
      }
      promise(performance.now() < deadline, `an import ends within ${SETTLE_MS} ms, also after a kill`)
      await sleep(50)
    }
  }

  async count(): Promise<number> {
    const answer = await this.#administrator.call('GET', `/imports?brand=${this.#brand}`)
    return answer.body.meta.pagination.total
  }
}

function expectShown(answer: Answer, status: number): Shown {
  promise(answer.status === status, `${status}, not ${answer.status} ${answer.text}`)
  return answer.body.data as Shown
}
