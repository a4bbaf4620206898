import type { App } from '../../../../platform/http/server.ts'
import { check } from '../../../../platform/schema-issues.ts'
import { LeadBody, readLeniently } from '../../../leads/index.ts'
import { brandOf, consentOf, type WidgetContext } from '../../context.ts'
import type { TextKey } from '../../text/en.ts'
import { addFormPage } from './form-page.ts'
import { html } from './page.ts'

const CATEGORIES: TextKey[] = ['request_quote', 'contact_dealer', 'test_ride', 'trade_in']
/** An address may name others, too. */
const KNOWN: TextKey[] = [...CATEGORIES, 'boat_build']

/** Adds `/embed/{key}/lead`: a lead on a page without scripts. */
export function addEmbedLead(app: App, ctx: WidgetContext): void {
  addFormPage(app, ctx, {
    name: 'lead',
    scope: 'lead-submission',
    title: 'contactUs',
    submit: 'send',
    done: 'leadSent',
    initial: ({ query, countries }) => ({
      contact_category: query.category ?? 'request_quote',
      'contact.contact_zip_code': query.postal_code ?? '',
      'contact.contact_country_code': query.country ?? countries[0]![0],
    }),
    async describe({ t, query, countries }, { brand }) {
      const dealer = await ctx.dealerName(brand.id, Number(query.dealer_id))
      const categories = query.category ? [query.category as TextKey] : CATEGORIES
      return {
        ...(dealer && { notice: html`<p><strong>${t('dealer')}:</strong> ${dealer}</p>` }),
        fields: [
          {
            name: 'contact_category',
            label: t('category'),
            type: 'select',
            options: categories.map((name) => [name, KNOWN.includes(name) ? t(name) : name]),
          },
          { name: 'contact.contact_first_name', label: t('firstName'), autocomplete: 'given-name' },
          { name: 'contact.contact_last_name', label: t('lastName'), autocomplete: 'family-name' },
          {
            name: 'contact.contact_email',
            label: t('email'),
            type: 'email',
            required: true,
            autocomplete: 'email',
          },
          { name: 'contact.contact_phone', label: t('phone'), type: 'tel', autocomplete: 'tel' },
          { name: 'contact.contact_zip_code', label: t('postalCode'), autocomplete: 'postal-code' },
          { name: 'contact.contact_country_code', label: t('country'), type: 'select', options: countries },
          { name: 'custom_fields.comments', label: t('comments'), type: 'textarea' },
          {
            name: 'contact.contact_email_optin',
            label: t('emailOptin', { brand: brand.name }),
            type: 'checkbox',
          },
          {
            name: 'contact.contact_phone_optin',
            label: t('phoneOptin', { brand: brand.name }),
            type: 'checkbox',
          },
        ],
      }
    },
    check: (body) => check(LeadBody, readLeniently(body)),
    async submitBody(input, { query, language, t }) {
      const dealerId = Number(query.dealer_id)
      const chosen = Number.isSafeInteger(dealerId) && dealerId > 0 ? { dealer_id: dealerId } : {}
      const { contact, custom_fields, ...body } = input.body as Record<string, object>
      const consent_text = consentOf(await brandOf(ctx, input.token), language)
      await ctx.submitLead({
        ...input,
        body: {
          ...body,
          send_to_dealer: true,
          ...chosen,
          contact: { ...contact, contact_source: 'website' },
          custom_fields: { ...custom_fields, locale: language, ...(consent_text && { consent_text }) },
        },
      })
      return t('leadSent')
    },
  })
}
