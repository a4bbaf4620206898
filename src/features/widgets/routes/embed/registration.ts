import type { App } from '../../../../platform/http/server.ts'
import type { ApiToken } from '../../../access/index.ts'
import { registrationBodyIssues } from '../../../registrations/index.ts'
import type { WidgetContext } from '../../context.ts'
import { addFormPage } from './form-page.ts'
import { html } from './page.ts'
import type { Visitor } from './visitor.ts'

const EXAMPLE = 'ABC12345D626'
const FIND = 'find'

/** Adds `/embed/{key}/registration`: an owner registers a boat on a page without scripts. */
export function addEmbedRegistration(app: App, ctx: WidgetContext): void {
  addFormPage(app, ctx, {
    name: 'registration',
    scope: 'warranty-registration',
    title: 'registerBoat',
    submit: 'register',
    done: 'registeredBefore',
    untrimmed: ['hin'],
    initial: ({ query, countries }) => ({
      hin: query.hin ?? '',
      model: query.model ?? '',
      dealer_code: query.dealer_code ?? '',
      'contact.country_code': countries[0]![0],
    }),
    isQuestion: (sent) => sent[FIND] !== undefined,
    async describe(visitor, { brand, values, request }) {
      const { t, countries } = visitor
      const dealers = await dealersNear(ctx, { token: request.apiToken!, brand: brand.slug }, values, visitor)
      const canFind = request.apiToken!.scopes.has('dealer-locator')
      return {
        ...(canFind && {
          other: html`<button class="quiet" name="${FIND}" value="1">${t('findDealer')}</button>`,
        }),
        fields: [
          {
            name: 'hin',
            label: t('hin'),
            required: true,
            hint: `${t('hinHint', { example: EXAMPLE })}. ${t('hinHelp')}`,
            invalid: t('hinInvalid'),
          },
          { name: 'model', label: t('model'), required: true },
          { name: 'model_year', label: t('modelYear'), required: true, invalid: t('yearInvalid') },
          { name: 'purchase_date', label: t('purchaseDate'), type: 'date', required: true },
          {
            name: 'contact.first_name',
            label: t('firstName'),
            required: true,
            autocomplete: 'given-name',
          },
          {
            name: 'contact.last_name',
            label: t('lastName'),
            required: true,
            autocomplete: 'family-name',
          },
          { name: 'contact.email', label: t('email'), type: 'email', required: true, autocomplete: 'email' },
          { name: 'contact.phone', label: t('phone'), type: 'tel', autocomplete: 'tel' },
          {
            name: 'contact.zipcode',
            label: t('postalCode'),
            required: true,
            autocomplete: 'postal-code',
          },
          { name: 'contact.country_code', label: t('country'), type: 'select', options: countries },
          {
            name: 'dealer_code',
            label: t('boughtFrom'),
            type: 'select',
            options: [['', t('otherDealer')], ...dealers],
          },
          { name: 'contact.address', label: t('address'), autocomplete: 'street-address' },
          { name: 'contact.city', label: t('city'), autocomplete: 'address-level2' },
          { name: 'contact.state', label: t('state'), autocomplete: 'address-level1' },
          {
            name: 'consent',
            label: t('consent', { brand: brand.name }),
            type: 'checkbox',
            invalid: t('consentNeeded'),
          },
          { name: 'email_optin', label: t('emailOptin', { brand: brand.name }), type: 'checkbox' },
        ],
      }
    },
    check: registrationBodyIssues,
    submitBody: async (input, { t }) => t('registered', { id: await ctx.submitRegistration(input) }),
  })
}

/** Returns the dealers to choose from. The field is optional, so a failure leaves it empty. */
async function dealersNear(
  ctx: WidgetContext,
  { token, brand }: { token: ApiToken; brand: string },
  values: Record<string, string>,
  { countries }: Visitor,
): Promise<[string, string][]> {
  const postal_code = values['contact.zipcode']?.trim()
  if (!postal_code || !token.scopes.has('dealer-locator')) return []
  const country = values['contact.country_code'] ?? countries[0]![0]
  const parameters = { country, postal_code, limit: '25' }
  const found = await ctx.locate(token, brand, parameters).catch(() => undefined)
  return (found?.dealers ?? [])
    .filter(({ dealer_code }) => dealer_code !== '')
    .map(({ dealer_code, name, city }) => [dealer_code, [name, city].filter(Boolean).join(', ')])
}
