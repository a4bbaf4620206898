import { plainText } from './plain-text.ts'

/** The contents of a certificate, as texts to print. */
export interface Certificate {
  brand: string
  hin: string
  model: string
  status: string
  /** Printed large where the warranty is not active. */
  notice: string | null
  sections: { title: string; lines: [label: string, value: string][] }[]
  /** The address at which anybody can check the certificate. */
  verifyUrl: string
  code: string
  issuedOn: string
  /** Whether the owner's country prints on Letter. */
  usesLetter: boolean
}

/** The fields of a warranty's record that a certificate shows. */
export interface CertifiedRecord {
  brand_name: string
  hin: string
  model: string
  model_code: string | null
  model_year: string
  is_used: boolean
  registration_date: string
  purchase_date: string
  warranty_start_date: string
  warranty_duration_months: number | null
  warranty_end_date: string | null
  coverage_type: string | null
  warranty_status: string
  contact: {
    first_name: string
    last_name: string
    address: string | null
    zipcode: string
    city: string | null
    state: string | null
    country_code: string
  }
}

const COVERAGE: Record<string, string> = {
  full: 'Full: all components and systems',
  limited: 'Limited: partial coverage with specific exclusions',
  structural: 'Structural: structural defects and integrity',
  'hull-only': 'Hull only: hull and below-waterline components',
  other: 'Custom arrangement',
}

const NOTICES: Record<string, string> = {
  expired: 'This warranty has ended.',
  voided: 'This warranty is void.',
}

/** Where paper is Letter: North America, and what follows it. */
const LETTER = new Set('US PR VI GU AS MP CA MX PH CL CO VE CR GT NI PA SV DO'.split(' '))

/** @param today the date in UTC */
export function toCertificate(
  record: CertifiedRecord,
  { code, publicUrl, today }: { code: string; publicUrl: string; today: string },
): Certificate {
  const { contact, warranty_duration_months: months } = record
  const plain = (text: string) => plainText(text) || '–'
  const place = [contact.city, contact.state, contact.zipcode].filter(Boolean).join(', ')
  const coverage =
    record.coverage_type === null ? null : (COVERAGE[record.coverage_type] ?? record.coverage_type)
  return {
    brand: plain(record.brand_name),
    hin: record.hin,
    model: plain(record.model),
    status: toStatus(record.warranty_status),
    notice: NOTICES[record.warranty_status] ?? null,
    sections: [
      {
        title: 'Boat',
        lines: present([
          [
            'Model',
            plain([record.model, record.model_code && `(${record.model_code})`].filter(Boolean).join(' ')),
          ],
          ['Model year', plain(record.model_year)],
          ['Hull identification number', record.hin],
          ['Condition', record.is_used ? 'Pre-owned when registered' : null],
        ]),
      },
      {
        title: 'Owner',
        lines: present([
          ['Name', plain(`${contact.first_name} ${contact.last_name}`)],
          ['Address', contact.address && plain(contact.address)],
          ['Place', plain(`${place}, ${contact.country_code}`)],
          ['Purchased', toLongDate(record.purchase_date)],
          ['Registered', toLongDate(record.registration_date)],
        ]),
      },
      {
        title: 'Warranty',
        lines: present([
          ['Coverage', coverage && plain(coverage)],
          ['From', toLongDate(record.warranty_start_date)],
          ['Until', record.warranty_end_date && toLongDate(record.warranty_end_date)],
          ['Duration', months && `${months} ${months === 1 ? 'month' : 'months'}`],
          ['Status', toStatus(record.warranty_status)],
        ]),
      },
    ],
    verifyUrl: `${publicUrl}/verify/${code}`,
    code,
    issuedOn: toLongDate(today),
    usesLetter: LETTER.has(contact.country_code),
  }
}

/** Said at the end of each certificate. */
export const TERMS =
  "This certificate confirms what is registered on the day of issue. The brand's warranty terms apply. The code leads to the status of today."

export function toStatus(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

function present(lines: [string, string | number | null | undefined | ''][]): [string, string][] {
  return lines.flatMap(([label, value]) => (value ? [[label, String(value)]] : []))
}

/** Returns `1 March 2025`: nobody takes the month for the day. */
function toLongDate(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}
