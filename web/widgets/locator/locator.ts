import { hasRadius } from '../../../src/features/widgets/has-radius.ts'
import type { Dealer, Place } from '../api.ts'
import { countriesOf, usesMiles } from '../countries.ts'
import { h, present, report, safeUrl } from '../dom.ts'
import { Widget } from '../widget.ts'
import type { DealerMap } from './map.ts'

const RADII_MILES = [25, 50, 100, 250]
const KM_PER_MILE = 1.609344

/**
 * `<transom-dealer-locator>`: dealers near a postal code or the visitor, as a list and a map. Attributes: `countries`,
 * `postal-code`, `units` (`mi`, `km`), `radius` in miles, `no-map`, `heading`.
 */
export class DealerLocator extends Widget {
  #unit: 'mi' | 'km' = 'mi'
  #dealers: Dealer[] = []
  #hasDistances = true
  #place: Place | undefined
  #map: Promise<DealerMap> | undefined
  #newest = 0
  readonly #list = h('ol', { part: 'results' })
  readonly #status = h('p', { className: 'status', role: 'status' })
  readonly #results = h('div', { className: 'results', hidden: true })
  readonly #mapBox = h('div', { className: 'map', part: 'map' })
  readonly #code = h('input', { id: 'code', part: 'input', autocomplete: 'postal-code' })

  protected build(): Node[] {
    const { t, language } = this
    const countries = countriesOf(this.text('countries'), language)
    const unit = this.text('units')
    this.#unit = unit === 'mi' || unit === 'km' ? unit : usesMiles(countries[0]![0]) ? 'mi' : 'km'
    this.#code.value = this.text('postal-code')
    this.#map = undefined
    this.#mapBox.replaceChildren()
    const country = h(
      'select',
      { id: 'country', part: 'input' },
      ...countries.map(([code, name]) => h('option', { value: code }, name)),
    )
    const radius = h('select', { id: 'radius', part: 'input' })
    const drawRadii = () => {
      const given = radius.value || this.text('radius')
      const chosen = RADII_MILES.some((miles) => String(miles) === given) ? given : '100'
      radius.replaceChildren(
        ...RADII_MILES.map((miles) => h('option', { value: String(miles) }, this.#distance(miles, 0))),
      )
      radius.value = chosen
    }
    drawRadii()
    const units = h(
      'select',
      {
        id: 'units',
        part: 'input',
        onchange: () => {
          this.#unit = units.value as 'mi' | 'km'
          drawRadii()
          this.#drawList()
        },
      },
      h('option', { value: 'mi' }, t('miles')),
      h('option', { value: 'km' }, t('kilometers')),
    )
    units.value = this.#unit
    const search = () =>
      void this.#search(
        { country: country.value, postal_code: this.#code.value.trim() },
        Number(radius.value),
      )
    const field = (label: string, control: HTMLElement) =>
      h('div', { className: 'field' }, h('label', { htmlFor: control.id }, label), control)
    const radiusField = field(t('radius'), radius)
    const showRadius = () => {
      radiusField.hidden = !hasRadius(country.value)
    }
    country.addEventListener('change', showRadius)
    showRadius()
    const form = h(
      'form',
      {
        noValidate: true,
        role: 'search',
        onsubmit: (event: Event) => {
          event.preventDefault()
          search()
        },
      },
      h(
        'div',
        { className: 'row search' },
        field(t('postalCode'), this.#code),
        countries.length > 1 && field(t('country'), country),
        radiusField,
        field(t('units'), units),
      ),
      h(
        'div',
        { className: 'actions' },
        h('button', { type: 'submit', part: 'button' }, t('search')),
        // Browsers refuse to tell it to pages that came over plain HTTP.
        isSecureContext &&
          h(
            'button',
            {
              type: 'button',
              className: 'quiet',
              part: 'button',
              onclick: () =>
                void this.#nearMe((place) => {
                  if (countries.some(([code]) => code === place.country)) country.value = place.country
                  showRadius()
                  this.#code.value = place.postal_code
                  void this.#search(place, Number(radius.value))
                }),
            },
            t('nearMe'),
          ),
      ),
    )
    this.#results.replaceChildren(this.#list)
    if (this.#code.value) queueMicrotask(search)
    const heading = this.hasAttribute('heading') ? this.text('heading') : t('findDealer')
    return present([heading && h('h2', {}, heading), form, this.#status, this.#results]) as Node[]
  }

  async #search(place: Place, miles: number): Promise<void> {
    const { t } = this
    if (place.postal_code === '') {
      report(this.#status, t('enterCode'), true)
      this.#code.focus()
      return
    }
    const mine = ++this.#newest
    report(this.#status, t('searching'))
    try {
      const { dealers, origin_located } = await this.api.locate(place, miles)
      if (mine !== this.#newest) return
      this.#dealers = dealers
      this.#hasDistances = origin_located !== false
      this.#place = place
    } catch (error) {
      if (mine !== this.#newest) return
      this.#results.hidden = true
      report(this.#status, this.explain(error), true)
      return
    }
    const count = this.#dealers.length
    const found = { count, place: place.postal_code.toUpperCase() }
    const text = t(count === 0 ? 'foundNone' : count === 1 ? 'foundOne' : 'found', found)
    const isTooNear = count === 0 && hasRadius(place.country)
    report(this.#status, isTooNear ? `${text} ${t('tryLarger')}` : text)
    this.#results.hidden = count === 0
    this.#drawList()
    if (count > 0 && !this.hasAttribute('no-map')) void this.#drawMap()
    this.say('located', { ...place, dealers: this.#dealers })
  }

  async #nearMe(found: (place: Place) => void): Promise<void> {
    report(this.#status, this.t('searching'))
    try {
      const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
        navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: 600_000, timeout: 15_000 }),
      )
      found(await this.api.placeAt(coords.latitude, coords.longitude))
    } catch (error) {
      const isRefused = error instanceof GeolocationPositionError
      report(this.#status, isRefused ? this.t('noPosition') : this.explain(error), true)
    }
  }

  #drawList(): void {
    this.#list.replaceChildren(...this.#dealers.map((dealer, at) => this.#item(dealer, at)))
  }

  #item(dealer: Dealer, at: number): HTMLElement {
    const { t } = this
    const { name, address, address2, city, state, postal_code, phone, latitude, longitude } = dealer
    const website = safeUrl(dealer.website)
    const link = (text: string, href: string) =>
      h(
        'a',
        {
          href,
          target: '_blank',
          rel: 'noopener noreferrer',
          'aria-label': `${text}: ${name} (${t('opensNewTab')})`,
        },
        text,
      )
    return h(
      'li',
      { className: 'dealer', part: 'result', id: `dealer-${at}`, onmouseenter: () => this.#highlight(at) },
      h(
        'header',
        {},
        h('h3', {}, name),
        this.#hasDistances && h('span', { className: 'distance' }, this.#distance(dealer.distance_miles, 1)),
      ),
      dealer.match_type === 'territory' && h('span', { className: 'badge' }, t('assigned')),
      h(
        'p',
        {},
        [address, address2, [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')]
          .filter(Boolean)
          .join(', '),
      ),
      h(
        'div',
        { className: 'actions' },
        phone && h('a', { href: `tel:${phone.replace(/[^\d+]/g, '')}` }, phone),
        link(t('directions'), `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`),
        website && link(t('website'), website),
        this.settings.scopes.includes('lead-submission') &&
          h(
            'button',
            { type: 'button', className: 'quiet', part: 'button', onclick: () => this.#requestQuote(dealer) },
            t('requestQuote'),
          ),
      ),
    )
  }

  #distance(miles: number, digits: number): string {
    const value = this.#unit === 'km' ? miles * KM_PER_MILE : miles
    const rounded = digits === 0 ? Math.round(value) : value
    return `${rounded.toLocaleString(this.language, { maximumFractionDigits: digits })} ${this.t(this.#unit)}`
  }

  /** The map is a file of its own, which a browser loads with the first results. */
  async #drawMap(): Promise<void> {
    const { t } = this
    if (!this.#map) {
      this.#results.append(this.#mapBox)
      this.#results.classList.add('with-map')
      this.#map = import('./map.ts').then(({ drawMap }) =>
        drawMap(this.#mapBox, {
          labels: { map: t('map'), zoomIn: t('zoomIn'), zoomOut: t('zoomOut') },
          onSelect: (at) => this.#highlight(at, { scroll: true }),
        }),
      )
    }
    try {
      ;(await this.#map).show(this.#dealers)
    } catch {
      this.#mapBox.remove()
      this.#results.classList.remove('with-map')
    }
  }

  #highlight(at: number, { scroll = false } = {}): void {
    for (const [i, item] of [...this.#list.children].entries()) {
      item.classList.toggle('active', i === at)
      if (i === at && scroll) item.scrollIntoView({ block: 'nearest' })
    }
    void this.#map?.then((map) => map.highlight(at)).catch(() => undefined)
  }

  #requestQuote({ id, name }: Dealer): void {
    const { t } = this
    const form = h('transom-lead-form' as 'div', {
      key: this.text('key'),
      // Styles of the page reach the form inside.
      exportparts: 'input, button, result, error',
      locale: this.language,
      countries: this.text('countries') || undefined,
      country: this.#place?.country,
      category: 'request_quote',
      heading: '',
      'postal-code': this.#place?.postal_code,
      'dealer-id': String(id),
      'dealer-name': name,
    })
    const title = h('h2', { id: 'quote' }, t('requestQuote'))
    const dialog = h(
      'dialog',
      { 'aria-labelledby': 'quote', onclose: () => dialog.remove() },
      h(
        'div',
        { className: 'top' },
        title,
        h(
          'button',
          { type: 'button', className: 'quiet', part: 'button', onclick: () => dialog.close() },
          t('close'),
        ),
      ),
      form,
    )
    this.#results.after(dialog)
    dialog.showModal()
  }
}
