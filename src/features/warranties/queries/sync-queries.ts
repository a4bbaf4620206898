import { sql } from 'kysely'
import type { Micros } from '../../../platform/clock.ts'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { jsonNumber, jsonRows, jsonText, toJsonRows } from '../../../platform/db/json-rows.ts'

/** The result of an attempt to send a warranty to its CRM. */
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
      // They belong to what the CRM stored before. `recordContacts` stores the new ones.
      crm_differences: eb
        .case()
        .when(jsonNumber(4), '=', sql.lit(1))
        .then(null)
        .else(eb.ref('crm_differences'))
        .end(),
    }))
    .where('warranties.id', '=', jsonNumber(0)),
)

/** Records attempts to send warranties to CRMs, at most one a warranty. */
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

/** Records that these warranties' brands have no CRM. Earlier attempts stay counted. */
export async function recordUnconfigured(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('warranties')
    .set({ sync_status: 'not_configured', sync_error: null })
    .where('id', 'in', ids)
    .execute()
}

/** A CRM's data about the contact of a warranty's owner. */
interface CrmContact {
  id: number
  /** Null: unknown. */
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

/** Stores what CRMs said about the current owners of warranties. */
export async function recordContacts(trx: Trx, learned: readonly CrmContact[]): Promise<void> {
  if (learned.length === 0) return
  const rows = learned.map(({ id, contactId, differences }) => [id, contactId, differences])
  await contacts(trx, { rows: toJsonRows(rows) })
}
