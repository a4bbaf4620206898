import { describe, expect, it } from 'vitest'
import { toLead } from '../lead.ts'
import { leadBody } from '../leads.test-support.ts'
import { ENHANCED_CATEGORIES } from '../schemas.ts'
import { commentsOf, subjectOf, textOf } from './lead-email-text.ts'

const lead = (fields: object = {}) => toLead(leadBody(fields) as never)
const about = { leadId: 5, brandName: 'Harbor Craft' }

describe('subjectOf', () => {
  it('differs by category', () => {
    const subjects = ENHANCED_CATEGORIES.map((contact_category) =>
      subjectOf(lead({ contact_category }), 'HC'),
    )
    expect(new Set(subjects).size).toBe(ENHANCED_CATEGORIES.length)
    expect(subjectOf(lead({ contact_category: 'newsletter' }), 'HC')).toBe(
      'HC: Lead (newsletter) from ada@example.com',
    )
  })

  it('names the prospect and the product', () => {
    const contact = { contact_email: 'a@b.example', contact_first_name: 'Ada', contact_last_name: 'Rivers' }
    const product = { product_name: 'Tidewater 24', product_year: '2025' }
    expect(subjectOf(lead({ contact, product }), 'Harbor Craft')).toBe(
      'Harbor Craft: Quote request from Ada Rivers – 2025 Tidewater 24',
    )
  })

  it('is one line of bounded length, whatever the prospect typed', () => {
    const contact = { contact_email: 'a@b.example', contact_first_name: 'A\r\nBcc: x@y.example\u2028\u0000b' }
    expect(subjectOf(lead({ contact }), 'HC')).toBe('HC: Quote request from A Bcc: x@y.example b')
    const long = { contact_email: 'a@b.example', contact_first_name: '🚤'.repeat(500) }
    expect(subjectOf(lead({ contact: long }), 'HC')).toMatch(/^HC: Quote request from (🚤){87,88}…$/u)
    // One place further on, a boat lies across the end.
    expect(subjectOf(lead({ contact: long }), 'HCX')).toMatch(/^HCX: Quote request from (🚤){87,88}…$/u)
  })
})

describe('textOf', () => {
  it('has the fields that the lead has, and no others', () => {
    const contact = {
      contact_email: 'ada@example.com',
      contact_first_name: 'Ada',
      contact_zip_code: '75201',
      contact_phone_optin: false,
    }
    const text = textOf(lead({ contact, custom_fields: { comments: 'Call me', budget: 5 } }), about)
    expect(text).toBe(
      [
        'Ada would like a quote.',
        '',
        'Name: Ada',
        'E-mail: ada@example.com',
        'Address: 75201',
        'May be e-mailed: yes',
        'May be called: no',
        '',
        'comments: Call me',
        'budget: 5',
        '',
        'Lead 5 of Harbor Craft. The attached file can be imported into systems that read ADF.',
      ].join('\n'),
    )
  })

  it('has unknown fields of every level', () => {
    const contact = {
      contact_email: 'a@b.example',
      contact_source: 'web',
      comments: 'after 6',
      nickname: null,
    }
    const product = { product_name: 'Tidewater 24', color: 'blue' }
    const boat_build = { boat_build_id: '7', engines: [1, 2] }
    const message = 'Is it still there?\nI could come on Sunday.'
    const fields = { contact, product, boat_build, message, utm: '', custom_fields: { budget: 5 } }
    expect(commentsOf(lead(fields))).toEqual([
      'budget: 5',
      'message: Is it still there?\n  I could come on Sunday.',
      'contact.comments: after 6',
      'product.color: blue',
      'boat_build.engines: [1,2]',
    ])
    expect(textOf(lead(fields), about)).toContain(
      '\nmessage: Is it still there?\n  I could come on Sunday.\n',
    )
  })

  it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'has no line that a prospect faked with %j',
    (lineBreak) => {
      const fake = `Ada${lineBreak}May be called: yes`
      const text = textOf(
        lead({
          contact: {
            contact_email: 'a@b.example',
            contact_first_name: fake,
            contact_last_name: fake,
            contact_phone: fake,
            contact_address1: fake,
            contact_city: fake,
            contact_phone_optin: false,
            [fake]: fake,
          },
          product: { product_name: fake },
          boat_build: { boat_build_id: fake, boat_build_url: fake, boat_build_notes: fake },
          custom_fields: { [fake]: fake },
          contact_category: fake,
        }),
        about,
      )
      const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
      expect(lines.filter((line) => /^May be called/.test(line))).toEqual(['May be called: no'])
    },
  )

  it('has up to fifty unknown fields, and the beginning of long ones', () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`f${index}`, 'x'.repeat(6_000)]),
    )
    const comments = commentsOf(lead(many))
    expect(comments).toHaveLength(50)
    expect(comments[0]).toBe(`f0: ${'x'.repeat(4_999)}…`)
  })
})
