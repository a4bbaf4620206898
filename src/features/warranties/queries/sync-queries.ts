import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { jsonNumber, jsonRows, jsonText, toJsonRows } from '../../../platform/db/json-rows.ts'

/** What an attempt to tell the CRM of a warranty came to. */
interface SyncAttempt {
  id: number
  status: string
  error: string | null
  at: Micros
  delivered: boolean
}

const recording = compiledQuery((reader, { rows }: { rows: string }) =>
  reader
    .updateTable('warranties')
    .from(jsonRows(reader, rows))
    .set((eb) => ({
      sync_status: jsonText(1),
      sync_error: jsonText(2),
      sync_last_attempt: jsonNumber(3),
      sync_attempts: eb('sync_attempts', '+', 1),
      // Of what was stored before: what is stored now is told by `keepContacts`.
      crm_differences: eb
        .case()
        .when(jsonNumber(4), '=', sql.lit(1))
        .then(null)
        .else(eb.ref('crm_differences'))
        .end(),
    }))
    .where('warranties.id', '=', jsonNumber(0)),
)

/** Counts attempts to tell CRMs of warranties, of each one at most. */
export async function recordAttempts(trx: Trx, attempts: readonly SyncAttempt[]): Promise<void> {
  if (attempts.length === 0) return
  const rows = attempts.map(({ id, status, error, at, delivered }) => [
    id,
    status,
    error,
    at,
    Number(delivered),
  ])
  await recording(trx, { rows: toJsonRows(rows) })
}

/** Says of warranties that there is no CRM to tell of them. The attempts that were made before stay counted. */
export async function recordUnconfigured(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('warranties')
    .set({ sync_status: 'not_configured', sync_error: null })
    .where('id', 'in', ids)
    .execute()
}

/** What a CRM said of the contact that a warranty's owner is there. */
interface CrmContact {
  id: number
  /** Null: not learnt. */
  contactId: string | null
  /** As JSON. */
  differences: string | null
}

const contacts = compiledQuery((reader, { rows }: { rows: string }) =>
  reader
    .updateTable('warranties')
    .from(jsonRows(reader, rows))
    .set((eb) => ({
      crm_contact_id: eb.fn.coalesce(jsonText(1), 'crm_contact_id'),
      crm_differences: jsonText(2),
    }))
    .where('warranties.id', '=', jsonNumber(0)),
)

/** Keeps what CRMs said of the present owners of warranties. */
export async function keepContacts(trx: Trx, learned: readonly CrmContact[]): Promise<void> {
  if (learned.length === 0) return
  const rows = learned.map(({ id, contactId, differences }) => [id, contactId, differences])
  await contacts(trx, { rows: toJsonRows(rows) })
}
