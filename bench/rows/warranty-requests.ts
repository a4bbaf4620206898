import { ask, type WarrantyServer } from '../bench.ts'
import type { Subject } from '../compare.ts'
import { get, post } from '../requests.ts'
import { hinOf } from '../seed-warranties.ts'
import { BRANDS } from '../world.ts'

const COLLECTION = '/api/v1/warranty'
const IN_FLIGHT = 64

type Requests = Pick<Subject, 'connections' | 'next' | 'status'>

let created = 0

/** Registers boats with new HINs. */
export function creating(bearer: WarrantyServer['bearer']): Requests {
  const [before, after] = JSON.stringify(newWarranty('?')).split('?') as [string, string]
  const [head, tail] = post(COLLECTION, bearer, `${before}${hinOf(0)}${after}`).split(hinOf(0)) as [
    string,
    string,
  ]
  const next = () => head + hinOf(++created, 'NEW') + tail
  return { connections: IN_FLIGHT, status: 201, next }
}

/** Registers this many boats with new HINs in each request. */
export function creatingMany(bearer: WarrantyServer['bearer'], count: number): Requests {
  const [before, after] = JSON.stringify(newWarranty('?')).split('?') as [string, string]
  const next = () => {
    const rows = Array.from({ length: count }, () => `${before}${hinOf(++created, 'NEW')}${after}`)
    return post('/api/v1/warranties/bulk', bearer, `{"registrations":[${rows}]}`)
  }
  return { connections: 1, status: 200, next }
}

/** Gets random boats. */
export function getting({ bearer, count }: Pick<WarrantyServer, 'bearer' | 'count'>): Requests {
  const [head, tail] = get(`${COLLECTION}/?`, bearer).split('?') as [string, string]
  const next = () => head + hinOf(1 + Math.floor(Math.random() * count)) + tail
  return { connections: IN_FLIGHT, status: 200, next }
}

/** Gets the same page of a list. */
export function listing(bearer: WarrantyServer['bearer'], query = 'limit=20'): Requests {
  const request = get(`${COLLECTION}?${query}`, bearer)
  return { connections: IN_FLIGHT, status: 200, next: () => request }
}

/** Returns the cursor after this many pages of twenty. */
export async function cursorAfter(server: WarrantyServer, pages: number): Promise<string> {
  const path = `${COLLECTION}?limit=20&page=${pages}`
  const list = await ask<{ meta: { pagination: { next_cursor: string } } }>(server, path, {
    headers: server.bearer,
  })
  return list.meta.pagination.next_cursor
}

/** How many warranties there are. */
export async function total(server: WarrantyServer): Promise<number> {
  const list = await ask<{ meta: { pagination: { total: number } } }>(server, COLLECTION, {
    headers: server.bearer,
  })
  return list.meta.pagination.total
}

function newWarranty(hin: string) {
  return {
    brand_id: 1 + (BRANDS.length >> 1),
    hin,
    model: 'Tidewater 24',
    model_code: 'TW-24',
    model_year: '2026',
    is_used: false,
    registration_date: '2026-03-01',
    purchase_date: '2026-02-20',
    warranty_start_date: '2026-03-01',
    warranty_duration_months: 60,
    coverage_type: 'full',
    warranty_notes: 'Delivered with a spare propeller',
    order_number: 'SO-2026-001',
    contact: {
      first_name: 'Ada',
      last_name: 'Rivers',
      email: 'ada.rivers@example.com',
      phone: '+1 512 555 0100',
      address: '1 Harbor Street',
      zipcode: '78701',
      city: 'Austin',
      state: 'TX',
      country_code: 'US',
    },
  }
}
