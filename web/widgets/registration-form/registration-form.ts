import { countriesOf } from '../countries.ts'
import { h, present } from '../dom.ts'
import { Form, type Values } from '../form.ts'
import { Widget } from '../widget.ts'
import { modelYearOf } from './decode-year.ts'
import { hinPicture } from './hin-picture.ts'

const EXAMPLE = 'ABC12345D626'
const NEARBY_MILES = 250

/**
 * `<transom-warranty-registration>`: owners register their boats. Attributes: `countries`, `model`, `model-year`, `hin`,
 * `heading`.
 */
export class RegistrationForm extends Widget {
  protected build(): Node[] {
    const { t, language, settings } = this
    const form = new Form(this)
    const countries = countriesOf(this.text('countries'), language)
    const brand = settings.brand.name
    const consent = settings.consent_texts[language] ?? Object.values(settings.consent_texts)[0]
    const yearNote = h('p', { className: 'note', role: 'status' })
    const hin = form.field({
      name: 'hin',
      label: 'hin',
      required: true,
      value: this.text('hin'),
      hint: t('hinHint', { example: EXAMPLE }),
      attributes: { autocapitalize: 'characters', spellcheck: false, maxLength: 20 },
      check: (value) => (/^[a-z0-9]{12}$/i.test(value) ? undefined : t('hinInvalid')),
    })
    const year = form.field({
      name: 'model_year',
      label: 'modelYear',
      required: true,
      value: this.text('model-year'),
      attributes: { inputMode: 'numeric', maxLength: 4 },
      check: (value) => (/^\d{4}$/.test(value) ? undefined : t('yearInvalid')),
    })
    const [hinInput, yearInput] = [hin, year].map((field) => field.querySelector('input')!)
    const compareYears = () => {
      const decoded = modelYearOf(hinInput!.value.trim().toUpperCase(), new Date())
      if (decoded && yearInput!.value === '') yearInput!.value = decoded
      const differs = decoded !== undefined && yearInput!.value.trim() !== decoded
      yearNote.textContent = differs ? t('yearDiffers', { year: decoded }) : ''
    }
    hinInput!.addEventListener('change', compareYears)
    yearInput!.addEventListener('change', compareYears)
    const dealers = form.select({ name: 'dealer_code', label: 'boughtFrom' }, [['', t('otherDealer')]])
    const code = form.field({
      name: 'contact.zipcode',
      label: 'postalCode',
      required: true,
      autocomplete: 'postal-code',
    })
    const country =
      countries.length > 1
        ? form.select({ name: 'contact.country_code', label: 'country' }, countries)
        : undefined
    const findDealers = () =>
      this.#findDealers(
        code.querySelector('input')!.value.trim(),
        country?.control.value ?? countries[0]![0],
        dealers.setOptions,
      )
    code.querySelector('input')!.addEventListener('change', () => void findDealers())
    country?.control.addEventListener('change', () => void findDealers())
    const parts = present([
      hin,
      this.#help(),
      h(
        'div',
        { className: 'row' },
        form.field({ name: 'model', label: 'model', required: true, value: this.text('model') }),
        h('div', { className: 'field' }, year, yearNote),
        form.field({
          name: 'purchase_date',
          label: 'purchaseDate',
          type: 'date',
          required: true,
          check: (value) => (value > today() ? t('dateInFuture') : undefined),
          attributes: { max: today() },
        }),
      ),
      h(
        'div',
        { className: 'row' },
        form.field({
          name: 'contact.first_name',
          label: 'firstName',
          required: true,
          autocomplete: 'given-name',
        }),
        form.field({
          name: 'contact.last_name',
          label: 'lastName',
          required: true,
          autocomplete: 'family-name',
        }),
      ),
      h(
        'div',
        { className: 'row' },
        form.field({
          name: 'contact.email',
          label: 'email',
          type: 'email',
          required: true,
          autocomplete: 'email',
        }),
        form.field({ name: 'contact.phone', label: 'phone', type: 'tel', autocomplete: 'tel' }),
      ),
      h('div', { className: 'row' }, code, country?.element, dealers.element),
      h(
        'div',
        { className: 'row' },
        form.field({ name: 'contact.address', label: 'address', autocomplete: 'street-address' }),
        form.field({ name: 'contact.city', label: 'city', autocomplete: 'address-level2' }),
        form.field({ name: 'contact.state', label: 'state', autocomplete: 'address-level1' }),
      ),
      consent && h('p', { className: 'note' }, consent),
      form.box('consent', t('consent', { brand }), { needed: t('consentNeeded') }),
      form.box('email_optin', t('emailOptin', { brand })),
    ]) as Node[]
    const heading = this.hasAttribute('heading') ? this.text('heading') : t('registerBoat')
    return present([
      heading && h('h2', {}, heading),
      form.element(parts, {
        submit: t('register'),
        send: (values) => this.#send(values, countries[0]![0]),
      }),
    ]) as Node[]
  }

  #help(): HTMLElement {
    const { t } = this
    return h(
      'details',
      {},
      h('summary', {}, t('hinWhere')),
      h('div', { className: 'hin-help' }, hinPicture(t('hinPicture'), EXAMPLE), h('p', {}, t('hinHelp'))),
    )
  }

  /** Offers the dealers near the owner. The field is optional, so a failure only leaves it as it is. */
  async #findDealers(
    postal_code: string,
    country: string,
    setOptions: (options: [string, string][]) => void,
  ): Promise<void> {
    if (!postal_code || !this.settings.scopes.includes('dealer-locator')) return
    const found = await this.api.locate({ country, postal_code }, NEARBY_MILES).catch(() => undefined)
    const named = (found?.dealers ?? []).filter(({ dealer_code }) => dealer_code !== '')
    setOptions([
      ['', this.t('otherDealer')],
      ...named.map(({ dealer_code, name, city }): [string, string] => [
        dealer_code,
        [name, city].filter(Boolean).join(', '),
      ]),
    ])
  }

  async #send({ text, isTicked, trap, id }: Values, country: string): Promise<string> {
    const contact = Object.fromEntries(
      ['first_name', 'last_name', 'email', 'phone', 'zipcode', 'address', 'city', 'state'].map((name) => [
        name,
        text(`contact.${name}`),
      ]),
    )
    const body = {
      brand: this.settings.brand.slug,
      hin: text('hin')?.toUpperCase(),
      model: text('model'),
      model_year: text('model_year'),
      purchase_date: text('purchase_date'),
      dealer_code: text('dealer_code'),
      contact: { ...contact, country_code: text('contact.country_code') ?? country },
      consent: isTicked('consent'),
      email_optin: isTicked('email_optin'),
      ...trap,
    }
    const { registration_id } = await this.api.submit<{ registration_id: number }>(
      'warranty-registration',
      body,
      id,
    )
    this.say('submitted', { form: 'registration', registration_id })
    return this.t('registered', { id: registration_id })
  }
}

/** The day where the person is: YYYY-MM-DD. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
