import { toIsoMicros, toUtcDate } from '../../../platform/clock.ts'
import { authorize, brandsOf } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import { onlyBrand, recordAudit } from '../../audit/index.ts'
import { listEventRecipients, listRecipients } from '../../deliveries/index.ts'
import { describeLeads, queueKeysOfLead } from '../../leads/index.ts'
import { describeRegistrations, ownerMailQueueKey } from '../../registrations/index.ts'
import { currentStatus, warrantyQueueKey } from '../../warranties/index.ts'
import type { PrivacyContext } from '../context.ts'
import { readFor } from '../read-for.ts'
import { matcherFor, searchPerson } from '../search-person.ts'

/**
 * Returns everything stored about a person as of one moment, and who received it; null where nothing is stored. A
 * principal that is limited to brands gets what these hold. The audit trail records the export.
 * @throws Invalid for what is not an e-mail address
 */
export async function exportPerson(ctx: PrivacyContext, { email }: { email: string }) {
  authorize(ctx.principal, 'people:read')
  const mention = matcherFor(email)
  const { byId } = await ctx.brands.getFresh()
  const today = toUtcDate(ctx.clock.now())
  const slugOf = (brandId: number) => byId.get(brandId)?.slug ?? null
  const within = brandsOf(ctx.principal)
  const held = await readFor(ctx, async (reader) => {
    const found = await searchPerson(reader, mention, within)
    const { warranties, leads, registrations, events, imports, login, dealers } = found
    // Before and after their ownership, deliveries were about other owners.
    const told = [
      ...warranties.owned.map((one) => ({
        lane: warrantyQueueKey(one.warranty_id),
        from: one.created_at,
        until: one.ended_at,
      })),
      ...leads.own.flatMap(({ id }) => queueKeysOfLead(id).map((lane) => ({ lane, from: 0, until: null }))),
      ...registrations.own.map(({ id }) => ({ lane: ownerMailQueueKey(id), from: 0, until: null })),
    ]
    const ownLeads = new Set(leads.own.map(({ id }) => `lead:${id}`))
    // The event of a transfer shows the next owner, and may name this one in its notes.
    const isOwn = ({ subject, data }: (typeof events)[number]) =>
      ownLeads.has(subject) || emailKey(ownerIn(data) ?? '') === mention.key
    const own = events.filter(isOwn)
    const named = new Set([
      ...warranties.mentions.map(({ warrantyId }) => `warranty:${warrantyId}`),
      ...leads.mentions.map(({ id }) => `lead:${id}`),
      ...registrations.mentions.map(({ id }) => `registration:${id}`),
    ])
    const others = events.filter((event) => !isOwn(event) && !named.has(event.subject))
    const toldOfEvents = await listEventRecipients(
      reader,
      own.map(({ id }) => id),
    )
    return {
      ownerships: warranties.owned.map(({ brand_id, ...owned }) => ({
        brand: slugOf(brand_id),
        hin: owned.hin,
        model: owned.model,
        model_year: owned.model_year,
        warranty_start_date: owned.warranty_start_date,
        warranty_end_date: owned.warranty_end_date,
        warranty_status: currentStatus(owned, today),
        // Notes may be about the next owner.
        warranty_notes: owned.transfer_date === null ? owned.warranty_notes : null,
        contact: {
          contact_id: owned.id,
          first_name: owned.first_name,
          last_name: owned.last_name,
          email: owned.email,
          phone: owned.phone,
          address: owned.address,
          zipcode: owned.zipcode,
          city: owned.city,
          state: owned.state,
          country_code: owned.country_code,
        },
        registration_date: owned.registration_date,
        purchase_date: owned.purchase_date,
        transfer_date: owned.transfer_date,
        transfer_notes: owned.transfer_notes,
        crm_contact_id: owned.transfer_date === null ? owned.crm_contact_id : null,
        recorded_at: toIsoMicros(owned.created_at),
      })),
      leads: (await describeLeads(reader, leads.own)).map(({ brand_id, ...lead }) => ({
        brand: slugOf(brand_id),
        ...lead,
      })),
      registrations: describeRegistrations(registrations.own).map(({ brand_id, ...registration }) => ({
        brand: slugOf(brand_id),
        ...registration,
      })),
      events: own.map((event) => ({
        id: event.id,
        brand: slugOf(event.brand_id),
        type: event.type,
        timestamp: toIsoMicros(event.created_at),
        // Notes may be about the next owner.
        data: { ...(JSON.parse(event.data) as object), warranty_notes: undefined },
      })),
      mentions: [
        // Other people's texts are theirs: the export lists the places, but not the texts.
        ...warranties.mentions.map(({ hin, brandId, field }) => ({ brand: slugOf(brandId), hin, field })),
        ...leads.mentions.map(({ id, brand_id }) => ({ brand: slugOf(brand_id), lead_id: id })),
        ...registrations.mentions.map(({ id, brand_id }) => ({
          brand: slugOf(brand_id),
          registration_id: id,
        })),
        ...others.map(({ id, brand_id }) => ({ brand: slugOf(brand_id), event_id: id })),
        ...imports.map(({ id, brand_id }) => ({ brand: slugOf(brand_id), import_id: id })),
      ],
      recipients: [...(await listRecipients(reader, told)), ...toldOfEvents].map(({ brand_id, ...told }) => ({
        brand: slugOf(brand_id),
        ...told,
      })),
      api_login: login,
      dealers,
    }
  })
  const { ownerships, leads, registrations, mentions, api_login, dealers } = held
  const places = [ownerships, leads, registrations, mentions, dealers]
  if (!api_login && places.every(({ length }) => length === 0)) return null
  const counts = {
    ownerships: ownerships.length,
    leads: leads.length,
    registrations: registrations.length,
    mentions: mentions.length,
  }
  const at = ctx.clock.now()
  await ctx.db.write((trx) =>
    recordAudit(trx, [
      {
        at,
        principal: ctx.principal,
        action: 'person.exported',
        subject: { id: null, name: null },
        brandId: onlyBrand(within),
        change: { before: null, after: counts },
      },
    ]),
  )
  return { email: mention.key, as_of: toIsoMicros(at), ...held }
}

/** Returns the address of the owner that an event of a warranty shows. */
function ownerIn(data: string): string | null | undefined {
  return (JSON.parse(data) as { contact?: { email?: string | null } }).contact?.email
}
