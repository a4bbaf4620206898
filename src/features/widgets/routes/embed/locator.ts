import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../../platform/errors.ts'
import { ERROR_STATUS } from '../../../../platform/http/error-status.ts'
import type { App } from '../../../../platform/http/server.ts'
import { brandOf, type WidgetContext } from '../../context.ts'
import type { DealerView } from '../../embed/dealer-view.ts'
import { hasRadius } from '../../has-radius.ts'
import { type Html, html, sendPage } from './page.ts'
import { type Visitor, visitorOf } from './visitor.ts'

const RADII_MILES = ['25', '50', '100', '250']
const KM_PER_MILE = 1.609344

/** Adds `GET /embed/{key}/locator`: dealers for a postal code on a page without scripts. */
export function addEmbedLocator(app: App, ctx: WidgetContext): void {
  app.get(
    '/embed/:key/locator',
    { onRequest: ctx.guards.requireKeyOfPage('dealer-locator'), config: { forBrowsers: true } },
    async (request, reply) => {
      const visitor = visitorOf(request as FastifyRequest)
      const { t, language, query } = visitor
      const { status, body } = query.postal_code?.trim()
        ? await search(ctx, request as FastifyRequest, visitor)
        : { status: 200, body: html`` }
      return sendPage(reply as never, request.apiToken, {
        language,
        title: t('findDealer'),
        status,
        body: html`${renderSearch(visitor)}${body}`,
      })
    },
  )
}

async function search(
  ctx: WidgetContext,
  request: FastifyRequest,
  { t, query, countries, language }: Visitor,
): Promise<{ status: number; body: Html }> {
  const postal_code = query.postal_code!.trim()
  const country = query.country ?? countries[0]![0]
  try {
    const token = request.apiToken!
    const { slug } = await brandOf(ctx, token)
    const { dealers, origin_located } = await ctx.locate(token, slug, {
      country,
      postal_code,
      max_distance_miles: RADII_MILES.includes(query.radius ?? '') ? query.radius! : '100',
      limit: '25',
    })
    const values = { count: dealers.length, place: postal_code.toUpperCase() }
    const found = dealers.length === 0 ? 'foundNone' : dealers.length === 1 ? 'foundOne' : 'found'
    const distance = (miles: number) => {
      const [value, unit] = query.units === 'km' ? [miles * KM_PER_MILE, t('km')] : [miles, t('mi')]
      return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
    }
    const canAsk = token.scopes.has('lead-submission')
    const shown = { t, distance: origin_located === false ? undefined : distance, ask: canAsk && query }
    const items = dealers.map((dealer) => renderDealer(dealer, shown))
    return {
      status: 200,
      body: html`<p role="status">${t(found, values)}${dealers.length === 0 && hasRadius(country) && ` ${t('tryLarger')}`}</p><ol>${items}</ol>`,
    }
  } catch (error) {
    if (!(error instanceof AppError) || ERROR_STATUS[error.code] >= 500) throw error
    const status = ERROR_STATUS[error.code]
    const text = t(status === 400 || status === 404 ? 'unknownCode' : 'unavailable')
    return { status, body: html`<p class="problem" role="alert">${text}</p>` }
  }
}

function renderSearch({ t, query, countries }: Visitor): Html {
  const options = (list: readonly (readonly [string, string])[], chosen: string | undefined) =>
    list.map(
      ([value, text]) =>
        html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
    )
  const units = [
    ['mi', t('miles')],
    ['km', t('kilometers')],
  ] as const
  const isMetric = query.units === 'km'
  const radii = RADII_MILES.map((miles): [string, string] => [
    miles,
    isMetric ? `${Math.round(Number(miles) * KM_PER_MILE)} ${t('km')}` : `${miles} ${t('mi')}`,
  ])
  const kept = ['locale', 'countries'].filter((name) => query[name])
  return html`<form method="get"><div class="row">
<div class="field"><label for="postal_code">${t('postalCode')}</label><input id="postal_code" name="postal_code" autocomplete="postal-code" value="${query.postal_code ?? ''}"></div>
<div class="field"><label for="country">${t('country')}</label><select id="country" name="country">${options(countries, query.country)}</select></div>
${countries.some(([code]) => hasRadius(code)) && html`<div class="field"><label for="radius">${t('radius')}</label><select id="radius" name="radius">${options(radii, query.radius ?? '100')}</select></div>`}
<div class="field"><label for="units">${t('units')}</label><select id="units" name="units">${options(units, query.units)}</select></div>
</div>${kept.map((name) => html`<input type="hidden" name="${name}" value="${query[name]}">`)}
<div class="actions"><button>${t('search')}</button></div></form>`
}

interface Shown {
  t: Visitor['t']
  /** Undefined where the postal code can't be placed. */
  distance: ((miles: number) => string) | undefined
  /** The parameters of the page where leads can be sent. */
  ask: false | Visitor['query']
}

function renderDealer(dealer: DealerView, { t, distance, ask }: Shown): Html {
  const { id, name, address, address2, city, state, postal_code, phone, latitude, longitude } = dealer
  const place = [address, address2, city, [state, postal_code].filter(Boolean).join(' ')]
  const website = safeUrl(dealer.website)
  const lead = new URLSearchParams({
    category: 'request_quote',
    dealer_id: String(id),
    ...(ask && pickGiven(ask, ['postal_code', 'country', 'countries', 'locale'])),
  })
  return html`<li><h2>${name}</h2>
<p>${place.filter(Boolean).join(', ')} ${distance && html`<span class="distance">${distance(dealer.distance_miles)}</span>`}</p>
${dealer.match_type === 'territory' && html`<p class="badge">${t('assigned')}</p>`}
<div class="actions">${phone && html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>`}
<a href="https://www.google.com/maps/dir/?api=1&amp;destination=${latitude},${longitude}" target="_blank" rel="noopener noreferrer">${t('directions')}</a>
${website && html`<a href="${website}" target="_blank" rel="noopener noreferrer">${t('website')}</a>`}
${ask && html`<a href="lead?${lead.toString()}">${t('requestQuote')}</a>`}</div></li>`
}

function pickGiven(query: Visitor['query'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
}

/** A dealer's website as a link, if a browser may open it. */
function safeUrl(text: string): string | undefined {
  const url = URL.parse(/^[a-z]+:/i.test(text) ? text : `https://${text}`)
  return url && ['http:', 'https:'].includes(url.protocol) && text !== '' ? url.href : undefined
}
