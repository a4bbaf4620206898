import type { Place } from './places.ts'
import type { Random } from './random.ts'

const WATERS = [
  'Gull Point',
  'Tidewater',
  'Lantern Bay',
  'Driftwood',
  'Osprey',
  'Fathom',
  'Breakwater',
  'Pelican',
]
const TRADES = ['Marine', 'Boat Works', 'Yacht Sales', 'Watercraft', 'Boats', 'Boat Center', 'Marina']
const GERMAN_WATERS = ['Möwe', 'Anker', 'Leuchtturm', 'Seestern', 'Kompass']
const GERMAN_TRADES = ['Bootshaus', 'Wassersport', 'Yachtzentrum', 'Werft']
const STREETS = ['Dock Street', 'Harbor Road', 'Marina Way', 'Front Street', 'Lakeview Drive', 'Wharf Lane']
const GERMAN_STREETS = ['Am Hafen', 'Seestraße', 'Werftweg', 'Uferpromenade']
const FIRST_NAMES = ['Alma', 'Bruno', 'Celia', 'Dario', 'Edith', 'Felix', 'Greta', 'Hugo', 'Ines', 'Jonas']
const LAST_NAMES = ['Ashdown', 'Brookline', 'Carrow', 'Dunmore', 'Eastlake', 'Fairwater', 'Hallam', 'Kestrel']

/** Companies with several shops. */
export const GROUP_NAMES = [
  'Gull & Tern Boats',
  'Larkwater Marine',
  'Pamlico Reach Boats',
  'Oystershell Yachts',
  'Foghorn Boats',
  'Merrow Sound Marine',
  'Copper Island Marine',
  'Milldam Boats',
  'Prairie Anchor Boats',
  'Bayou Lantern Marine',
  'Cinder Mesa Watercraft',
  'Gilded Cove Yachts',
]

export interface Person {
  first_name: string
  last_name: string
  email: string
  phone: string
}

/** Returns a fictional person: an address at example.com and a phone number reserved for fiction. */
export function makePerson(random: Random): Person {
  const [first_name, last_name] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)]
  const email = `${first_name}.${last_name}${random.integer(1, 99)}@example.com`.toLowerCase()
  return { first_name, last_name, email, phone: makePhone(random, 'US') }
}

export function makePhone(random: Random, country: Place['country']): string {
  const line = String(random.integer(0, 99)).padStart(2, '0')
  if (country === 'DE') return `+49 30 23125 0${line}`
  if (country === 'AU') return `+61 2 5550 10${line}`
  return `+1 ${random.integer(201, 989)} 555 01${line}`
}

/** Returns a company's name, without the town. */
export function makeCompany(random: Random, country: Place['country']): string {
  return country === 'DE'
    ? `${random.pick(GERMAN_TRADES)} ${random.pick(GERMAN_WATERS)}`
    : `${random.pick(WATERS)} ${random.pick(TRADES)}`
}

export function makeStreet(random: Random, country: Place['country']): string {
  const number = random.integer(1, 400)
  if (country === 'DE') return `${random.pick(GERMAN_STREETS)} ${number}`
  return `${number} ${random.pick(STREETS)}`
}
