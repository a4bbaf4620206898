import { type Clock, DAY_MICROS, type Micros } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { noTrace, type Trace } from '../../../platform/trace.ts'
import type { Point } from '../point.ts'
import { deletePlaces, deleteUnknownCodes, findAnswer, type GeocodeAnswer, saveAnswer } from '../queries.ts'
import { CircuitOpenError, createCircuitBreaker } from './circuit-breaker.ts'
import type { GeocoderSettings } from './create-geocoder.ts'
import { type Geocoder, QueryRefusedError } from './geocoder.ts'

/** Postal codes hardly ever move; but some services limit how long coordinates may be stored. */
const KEEP_FOUND_DAYS: Readonly<Record<string, number>> = {
  nominatim: 180,
  opencage: 180,
  mapbox: 180,
  google: 30,
  here: 30,
} satisfies Record<GeocoderSettings['GEOCODER'], number>
/** A code that is unknown today may be new, or its service may be catching up. */
const KEEP_UNKNOWN_DAYS = 7

const FAILURES_BEFORE_PAUSE = 5
const PAUSE_MS = 15_000
const RETRY_AFTER_SECONDS = 5
const BETWEEN_REFUSALS_TOLD_MS = 60_000
// Letters, digits and what stands between them: a service need not be asked about anything else, and some would
// take other characters for their own syntax.
const CODE = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N} .-]*[\p{L}\p{M}\p{N}])?$/u

interface Dependencies {
  db: Db
  geocoder: Geocoder | null
  clock: Clock
  /** Milliseconds by a clock that nobody sets, for waits. */
  nowMs?: () => number
  /** Told of failures of the service, of queries that it refuses (once a minute), and of answers that could not be stored. */
  onError: (error: unknown) => void
  /** Told how each call of the service ended. */
  onCall?: (outcome: GeocoderOutcome) => void
  trace?: Trace | undefined
}

/** `skipped`: not called, as it has just failed several times. */
export const GEOCODER_OUTCOMES = ['found', 'unknown', 'refused', 'failed', 'skipped'] as const
export type GeocoderOutcome = (typeof GEOCODER_OUTCOMES)[number]

/** Where postal codes are by the operator's geocoding service, each code asked for once and then remembered. */
export interface Geocoding {
  /**
   * @returns null where there is no such code, or no service to ask
   * @throws AppError GEOCODER_UNAVAILABLE where the service fails and no answer is remembered
   */
  locate(country: string, code: string): Promise<Point | null>
  /** Removes answers that are too old to be used. */
  forgetOldAnswers(): Promise<void>
}

export function createGeocoding({
  db,
  geocoder,
  clock,
  nowMs = () => performance.now(),
  onError,
  onCall,
  trace = noTrace,
}: Dependencies): Geocoding {
  const breaker = createCircuitBreaker({ failures: FAILURES_BEFORE_PAUSE, pauseMs: PAUSE_MS, nowMs })
  let refusalToldAt: number | undefined
  const underWay = new Map<string, Promise<Point | null>>()

  async function locate(country: string, code: string): Promise<Point | null> {
    if (!CODE.test(code)) return null
    const remembered = await findAnswer(db.read, country, code)
    if (remembered && !isOld(remembered, clock.now()) && isUsable(remembered)) return remembered.point
    if (!geocoder) return null
    const answer = await ask(geocoder, country, code)
    if (answer) await remember(country, code, answer)
    return answer?.point ?? null
  }

  /** Places are used from any service. A code that one service doesn't know, another may. */
  function isUsable({ point, provider }: GeocodeAnswer): boolean {
    return point !== null || !geocoder || provider === geocoder.name
  }

  /** Null where the service calls the query malformed, which says nothing that is worth keeping. */
  async function ask(service: Geocoder, country: string, code: string): Promise<GeocodeAnswer | null> {
    try {
      return await breaker(async () => {
        try {
          // The service is not told of it: a stranger need not know which calls belong together.
          const call = () => service.locate(country, code)
          const point = await trace.span('geocoder.call', 'client', { geocoder: service.name }, call)
          onCall?.(point ? 'found' : 'unknown')
          return { point, provider: service.name, fetchedAt: clock.now() }
        } catch (error) {
          if (error instanceof QueryRefusedError) {
            onCall?.('refused')
            tellRefusal(error)
            return null
          }
          throw error
        }
      })
    } catch (error) {
      throw unavailable(error)
    }
  }

  /** One code in a while says little; a service that refuses all of them looks to callers as if it knew none. */
  function tellRefusal(error: QueryRefusedError): void {
    const now = nowMs()
    if (refusalToldAt !== undefined && now < refusalToldAt + BETWEEN_REFUSALS_TOLD_MS) return
    refusalToldAt = now
    onError(error)
  }

  async function remember(country: string, code: string, answer: GeocodeAnswer): Promise<void> {
    try {
      await db.write((trx) => saveAnswer(trx, country, code, answer))
    } catch (error) {
      onError(error)
    }
  }

  function unavailable(error: unknown): AppError {
    const isOpen = error instanceof CircuitOpenError
    onCall?.(isOpen ? 'skipped' : 'failed')
    if (!isOpen) onError(error)
    return new AppError(
      'GEOCODER_UNAVAILABLE',
      'The geocoding service cannot be reached, so this postal code cannot be located now. Try again later.',
      { retryAfter: isOpen ? error.retryAfter : RETRY_AFTER_SECONDS, cause: error },
    )
  }

  return {
    locate(country, code) {
      const key = `${country} ${code}`
      const asked = underWay.get(key) ?? locate(country, code).finally(() => underWay.delete(key))
      underWay.set(key, asked)
      return asked
    },
    async forgetOldAnswers() {
      const before = (days: number) => clock.now() - days * DAY_MICROS
      await db.write(async (trx) => {
        await deleteUnknownCodes(trx, before(KEEP_UNKNOWN_DAYS))
        for (const [provider, days] of Object.entries(KEEP_FOUND_DAYS)) {
          await deletePlaces(trx, provider, before(days))
        }
      })
    },
  }
}

function isOld({ point, provider, fetchedAt }: GeocodeAnswer, now: Micros): boolean {
  const days = point ? (KEEP_FOUND_DAYS[provider] ?? 0) : KEEP_UNKNOWN_DAYS
  return fetchedAt < now - days * DAY_MICROS
}
