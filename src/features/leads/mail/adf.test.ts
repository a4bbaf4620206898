import { describe, expect, it } from 'vitest'
import fc from '../../../../test/support/fast-check.ts'
import { toLead } from '../lead.ts'
import { DEALER, leadBody } from '../leads.test-support.ts'
import { textAt, validateAdf } from './adf.test-support.ts'
import { toAdf } from './adf.ts'
import { writeXml } from './xml.ts'

function adf(fields: object = {}, dealer: Record<string, unknown> = DEALER) {
  const lead = toLead(leadBody(fields) as never)
  return toAdf({
    leadId: 5,
    lead,
    receivedAt: '2025-03-01T10:00:00.000000Z',
    brand: { slug: 'harbor-craft', name: 'Harbor Craft' },
    dealer,
  })
}

describe('toAdf', () => {
  it('writes a full lead as the document type has it', () => {
    const text = adf({
      contact_category: 'test_ride',
      contact: {
        contact_email: 'ada@example.com',
        contact_first_name: 'Ada',
        contact_last_name: 'Rivers',
        contact_phone: '555-0199',
        contact_address1: '2 Quay St',
        contact_city: 'Dallas',
        contact_state: 'TX',
        contact_zip_code: '75201',
        contact_country_code: 'US',
      },
      product: { product_name: 'Tidewater 24', product_year: '2025' },
      boat_build: { boat_build_id: 'b-1', boat_build_notes: 'Blue hull' },
      custom_fields: { comments: 'Call me', utm_source: 'fair' },
    })
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<?adf version="1.0"?>
<adf>
  <prospect status="new">
    <id sequence="1" source="harbor-craft">5</id>
    <requestdate>2025-03-01T10:00:00.000000Z</requestdate>
    <vehicle interest="test-drive" status="new">
      <id sequence="1" source="boat_build">b-1</id>
      <year>2025</year>
      <make>Harbor Craft</make>
      <model>Tidewater 24</model>
      <comments>Blue hull</comments>
    </vehicle>
    <customer>
      <contact>
        <name part="first">Ada</name>
        <name part="last">Rivers</name>
        <email>ada@example.com</email>
        <phone type="voice">555-0199</phone>
        <address>
          <street line="1">2 Quay St</street>
          <city>Dallas</city>
          <regioncode>TX</regioncode>
          <postalcode>75201</postalcode>
          <country>US</country>
        </address>
      </contact>
      <comments>comments: Call me
utm_source: fair</comments>
    </customer>
    <vendor>
      <id sequence="1" source="dealer_code">HC-015</id>
      <vendorname>Tidewater Marine</vendorname>
      <contact>
        <name part="full">Tidewater Marine</name>
        <email>sales@tidewater.example</email>
        <phone type="voice">555-0100</phone>
        <address>
          <street line="1">1 Harbor Way</street>
          <city>Lewisville</city>
          <regioncode>TX</regioncode>
          <postalcode>75067</postalcode>
          <country>USA</country>
        </address>
      </contact>
    </vendor>
    <provider>
      <name part="full" type="business">Harbor Craft</name>
    </provider>
  </prospect>
</adf>
`)
  })

  it('has what the document type demands of the barest lead', () => {
    const text = adf({}, { name: 'D' })
    expect(text).toMatch(/<year><\/year>\n *<make>Harbor Craft<\/make>\n *<model><\/model>/)
    expect(text).toContain('<name part="full">ada@example.com</name>')
    expect(text).not.toContain('<address>')
  })

  it.each([
    ['trade_in', 'trade-in'],
    ['test_ride', 'test-drive'],
    ['boat_build', 'buy'],
    ['constructor', 'buy'],
  ])('calls %s the interest %s', (contact_category, interest) => {
    expect(adf({ contact_category })).toContain(`<vehicle interest="${interest}"`)
  })
})

describe("ADF's document type", () => {
  it('holds for every category, full and bare', () => {
    for (const contact_category of [
      'boat_build',
      'request_quote',
      'contact_dealer',
      'trade_in',
      'test_ride',
    ]) {
      validateAdf(adf({ contact_category }))
    }
    const contact = {
      contact_email: 'ada@example.com',
      contact_first_name: 'Zoë',
      contact_last_name: 'Ōyama',
      contact_phone: '555-0199',
      contact_address1: '2 Quay St',
      contact_address2: 'B 4',
      contact_city: 'Dallas',
      contact_state: 'TX',
      contact_zip_code: '75201',
      contact_country: 'United States',
    }
    const text = adf({
      contact,
      product: { product_name: 'T', product_year: '2025' },
      boat_build: { boat_build_id: 'b', boat_build_image_url: 'https://x.example/i', boat_build_notes: 'n' },
      custom_fields: { comments: '</comments><x>' },
    })
    validateAdf(text)
    expect(textAt(text, '//customer/contact/name[@part="last"]')).toBe('Ōyama')
    expect(textAt(text, '//customer/comments')).toBe('comments: </comments><x>')
  })

  it('holds for a dealer of whom little is known', () => {
    validateAdf(adf({}, { name: 'D', email: 'd@dealer.example' }))
    validateAdf(adf({}, { name: '', email: 'd@dealer.example', country: 'USA', phone: '1' }))
  })

  it('is one that a document can break', () => {
    const text = adf()
    expect(() => validateAdf(text.replace(/<make>.*<\/make>/, ''))).toThrow(/vehicle/)
    expect(() => validateAdf(text.replace('interest="buy"', 'interest="rent"'))).toThrow(/interest/)
    const swapped = text.replace(/(<year>.*<\/year>)\s*(<make>.*<\/make>)/, '$2$1')
    expect(swapped).not.toBe(text)
    expect(() => validateAdf(swapped)).toThrow(/vehicle/)
  })

  it('holds whatever the prospect types', () => {
    const typed = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(typed, typed, typed, (name, street, comment) => {
        const contact = {
          contact_email: 'ada@example.com',
          contact_first_name: name,
          contact_address1: street,
        }
        validateAdf(
          adf({ contact, boat_build: { boat_build_notes: comment }, custom_fields: { [name]: comment } }),
        )
      }),
    )
  })
})

describe('writeXml', () => {
  it('escapes markup and leaves out what XML cannot hold', () => {
    const attributes = { a: '"<\n' }
    expect(writeXml({ name: 'e', attributes, content: 'a<b>&"c]]>\u0001\u000b\ud800\ufffe\r\n\t🚤' })).toBe(
      '<e a="&quot;&lt; ">a&lt;b&gt;&amp;"c]]&gt;&#13;\n\t🚤</e>',
    )
  })

  it('never lets text become markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const inner = writeXml({ name: 'e', content: text }).slice(3, -4)
        expect(inner).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|#13;)/)
        expect(inner.isWellFormed()).toBe(true)
      }),
    )
  })
})
