import type { TextKey } from '../../../src/features/widgets/text/en.ts'
import { countriesOf } from '../countries.ts'
import { h, present } from '../dom.ts'
import { Form, type Values } from '../form.ts'
import { Widget } from '../widget.ts'

const CATEGORIES = ['request_quote', 'contact_dealer', 'test_ride', 'trade_in'] as const
const KNOWN: readonly string[] = [...CATEGORIES, 'boat_build']

/**
 * `<transom-lead-form>`: a message to the brand, which goes to a dealer, too. Attributes: `category` or `categories`,
 * `product`, `product-year`, `dealer-id` and `dealer-name`, `countries`, `country`, `postal-code`, `source`, `heading`.
 */
export class LeadForm extends Widget {
  protected build(): Node[] {
    const { t, language, settings } = this
    const form = new Form(this)
    const categories = this.#categories()
    const countries = countriesOf(this.text('countries') || this.text('country'), language)
    const brand = settings.brand.name
    const consent = settings.consent_texts[language] ?? Object.values(settings.consent_texts)[0]
    const dealer = this.text('dealer-name')
    const product = this.text('product')
    const parts = present([
      dealer && h('p', {}, h('span', { className: 'label' }, `${t('dealer')}: `), dealer),
      product &&
        h(
          'p',
          {},
          h('span', { className: 'label' }, `${t('product')}: `),
          `${product} ${this.text('product-year')}`,
        ),
      categories.length > 1 &&
        form.select(
          { name: 'contact_category', label: 'category' },
          categories.map((name) => [name, KNOWN.includes(name) ? t(name as TextKey) : name]),
        ).element,
      h(
        'div',
        { className: 'row' },
        form.field({ name: 'contact.contact_first_name', label: 'firstName', autocomplete: 'given-name' }),
        form.field({ name: 'contact.contact_last_name', label: 'lastName', autocomplete: 'family-name' }),
      ),
      h(
        'div',
        { className: 'row' },
        form.field({
          name: 'contact.contact_email',
          label: 'email',
          type: 'email',
          required: true,
          autocomplete: 'email',
        }),
        form.field({ name: 'contact.contact_phone', label: 'phone', type: 'tel', autocomplete: 'tel' }),
      ),
      h(
        'div',
        { className: 'row' },
        form.field({
          name: 'contact.contact_zip_code',
          label: 'postalCode',
          required: true,
          value: this.text('postal-code'),
          autocomplete: 'postal-code',
        }),
        countries.length > 1 &&
          form.select(
            { name: 'contact.contact_country_code', label: 'country', value: this.text('country') },
            countries,
          ).element,
      ),
      form.field({ name: 'custom_fields.comments', label: 'comments', type: 'textarea' }),
      consent && h('p', { className: 'note' }, consent),
      form.box('contact.contact_email_optin', t('emailOptin', { brand })),
      form.box('contact.contact_phone_optin', t('phoneOptin', { brand })),
    ]) as Node[]
    const heading = this.hasAttribute('heading') ? this.text('heading') : t('contactUs')
    return present([
      heading && h('h2', {}, heading),
      form.element(parts, {
        submit: t('send'),
        send: (values) =>
          this.#send(values, { category: categories[0]!, country: countries[0]![0], consent }),
      }),
    ]) as Node[]
  }

  #categories(): readonly string[] {
    const fixed = this.text('category')
    const listed = this.text('categories')
      .split(/[\s,]+/)
      .filter(Boolean)
    return fixed ? [fixed] : listed.length > 0 ? listed : CATEGORIES
  }

  async #send(
    { text, isTicked, trap, id }: Values,
    { category, country, consent }: { category: string; country: string; consent: string | undefined },
  ): Promise<string> {
    const dealerId = Number(this.text('dealer-id'))
    const body = {
      brand: this.settings.brand.slug,
      contact_category: text('contact_category') ?? category,
      send_to_dealer: true,
      ...(dealerId > 0 && { dealer_id: dealerId }),
      contact: {
        contact_email: text('contact.contact_email'),
        contact_first_name: text('contact.contact_first_name'),
        contact_last_name: text('contact.contact_last_name'),
        contact_phone: text('contact.contact_phone'),
        contact_zip_code: text('contact.contact_zip_code'),
        contact_country_code: text('contact.contact_country_code') ?? country,
        contact_source: this.text('source') || 'website',
        contact_email_optin: isTicked('contact.contact_email_optin'),
        contact_phone_optin: isTicked('contact.contact_phone_optin'),
      },
      ...(this.text('product') && {
        product: {
          product_name: this.text('product'),
          product_year: this.text('product-year') || undefined,
        },
      }),
      custom_fields: {
        comments: text('custom_fields.comments'),
        page_url: location.href.split(/[?#]/)[0],
        locale: this.language,
        consent_text: consent,
      },
      ...trap,
    }
    const { lead_id } = await this.api.submit<{ lead_id?: number }>('lead-submission', body, id)
    this.say('submitted', { form: 'lead', lead_id })
    return this.t('leadSent')
  }
}
