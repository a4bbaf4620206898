import PdfDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { type CertifiedRecord, toCertificate } from './certificate.ts'
import { createDrawable, joinRightToLeft } from './drawable.ts'
import { makeQrCode } from './qr-code.ts'
import { renderCertificateHtml } from './render-html.ts'
import { renderCertificatePdf } from './render-pdf.ts'

const RECORD: CertifiedRecord = {
  brand_name: 'Harbor Craft',
  hin: 'HCX12345D526',
  model: 'Tidewater 24',
  model_code: null,
  model_year: '2025',
  is_used: false,
  registration_date: '2025-03-01',
  purchase_date: '2025-02-20',
  warranty_start_date: '2025-03-01',
  warranty_duration_months: 60,
  warranty_end_date: '2030-03-01',
  coverage_type: 'limited',
  warranty_status: 'active',
  contact: {
    first_name: 'Ada',
    last_name: 'Rivers',
    address: '1 Harbor Way',
    zipcode: '75067',
    city: 'Lewisville',
    state: 'TX',
    country_code: 'US',
  },
}
const CODE = '7ZK3QF0M1N2P3R4S5T6V7W8X9Y'
const ISSUED = { code: CODE, publicUrl: 'https://transom.example.com', today: '2026-11-23' }

const certify = (fields: Partial<CertifiedRecord> = {}) => toCertificate({ ...RECORD, ...fields }, ISSUED)
const qr = await makeQrCode(certify().verifyUrl)
const toPdf = (fields: Partial<CertifiedRecord>, paper: 'a4' | 'letter' = 'a4') =>
  renderCertificatePdf(certify(fields), qr, { paper, now: new Date(0) })

describe('a certificate', () => {
  test('has brand, boat, owner, dates, terms and the address of its check', () => {
    const { verifyUrl, sections, ...rest } = certify()
    expect(verifyUrl).toBe(`https://transom.example.com/verify/${CODE}`)
    expect(rest).toMatchObject({ brand: 'Harbor Craft', notice: null, usesLetter: true })
    expect(sections.flatMap(({ lines }) => lines.map(([, value]) => value))).toEqual([
      ...['Tidewater 24', '2025', 'HCX12345D526'],
      ...['Ada Rivers', '1 Harbor Way', 'Lewisville, TX, 75067, US', '20 February 2025', '1 March 2025'],
      'Limited: partial coverage with specific exclusions',
      ...['1 March 2025', '1 March 2030', '60 months', 'Active'],
    ])
  })

  test('leaves out what the record has not', () => {
    const nothing = { warranty_duration_months: null, warranty_end_date: null, coverage_type: null }
    const labels = certify(nothing).sections[2]!.lines.map(([label]) => label)
    expect(labels).toEqual(['From', 'Status'])
  })

  test.each([
    ['expired', 'This warranty has ended.'],
    ['voided', 'This warranty is void.'],
  ])('says in large letters that it is %s', (warranty_status, notice) => {
    expect(renderCertificateHtml(certify({ warranty_status }), qr)).toContain(
      `<p class="notice">${notice}</p>`,
    )
  })
})

describe('the page', () => {
  test('shows hostile texts as they are', () => {
    const brand_name = '<script>alert(1)</script>"\'&'
    const contact = { ...RECORD.contact, first_name: '\u202egnp.exe\n<img src=x onerror=alert(1)>' }
    const html = renderCertificateHtml(certify({ brand_name, contact }), qr)
    expect(html).not.toMatch(/<script|<img|\u202e/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('loads nothing from anywhere', () => {
    const html = renderCertificateHtml(certify(), qr)
    expect(html.match(/(src|href|url\()[^ >]*/g)).toEqual([
      `href="https://transom.example.com/verify/${CODE}"`,
    ])
  })
})

describe('the PDF', () => {
  const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length
  const long = {
    brand_name: 'A long name of a brand '.repeat(20),
    model: 'X'.repeat(2_000),
    is_used: true,
    warranty_status: 'voided',
    contact: {
      ...RECORD.contact,
      first_name: '山田 '.repeat(200),
      address: 'Łódź '.repeat(400),
      city: 'x '.repeat(900),
    },
  }

  test.each([
    ['a4', '[0 0 595.28 841.89]'],
    ['letter', '[0 0 612 792]'],
  ] as const)('is one page of %s, however long its texts are', async (paper, box) => {
    for (const fields of [{}, long]) {
      const pdf = await toPdf(fields, paper)
      expect(pdf.toString('latin1')).toMatch(/^%PDF-/)
      expect(pagesOf(pdf)).toBe(1)
      expect(pdf.toString('latin1')).toContain(`/MediaBox ${box}`)
    }
  })

  test('draws what its font has, and a square for the rest', () => {
    const doc = new PdfDocument({ font: 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf' })
    const drawable = createDrawable(doc)
    for (const name of ['Żółć Müller', 'Ελένη', 'Иван', 'Ծովինար', 'შოთა', 'بيان', 'שלום']) {
      expect(drawable.prepare(name)).toBe(name)
    }
    expect(drawable.hasMissing()).toBe(false)
    expect(drawable.prepare('Ada 山田 𠮷')).toBe('Ada □□ □')
    expect(drawable.hasMissing()).toBe(true)
  })

  test('keeps words from right to left together', () => {
    expect(joinRightToLeft('Ada محمد علي بن Rivers')).toBe('Ada محمد\u00a0علي\u00a0بن Rivers')
  })
})
