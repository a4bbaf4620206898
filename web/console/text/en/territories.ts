import { counted } from '../plural.ts'

const codes = counted('postal code', 'postal codes')

export const territories = {
  empty: 'No territories yet',
  emptyHint: 'Assign postal codes to a dealer, or import a file.',
  noMatch: 'No territory matches these filters',
  export: 'Export all as CSV',
  postalCode: 'Postal code',
  country: 'Country',
  countryFilter: 'Country code',
  prefix: 'Postal code begins with',
  dealer: 'Dealer',
  dealerFilter: 'Dealer code or name',
  brand: 'Brand',
  views: { label: 'View', table: 'Table', map: 'Map' },
  map: {
    label: 'Map of postal codes',
    chooseBrand: 'Choose a brand above the navigation: each brand has its own territories',
    shown: (count: number, dealers: number) =>
      `${codes(count)} of ${counted('dealer', 'dealers')(dealers)}, with a color for each dealer.`,
    unplaced: (count: number) => `${codes(count)} more, whose location is unknown.`,
    pick: 'Click a point to see its dealer. A prefix is shown in the middle of its postal codes.',
  },
  assign: {
    action: 'Assign postal codes',
    title: 'Assign postal codes',
    text: 'The locator lists the dealer first for these postal codes, at any distance. A postal code belongs to one dealer of a brand, so earlier assignments end. All postal codes are saved, or none.',
    postalCodes: 'Postal codes',
    hint: 'Separated by commas, spaces or line breaks. Three characters cover all postal codes that begin with them (US, CA).',
    none: 'Enter a postal code.',
    choose: 'Choose a dealer.',
    done: (count: number, dealer: string) => `${codes(count)} assigned to ${dealer}`,
  },
  remove: {
    action: 'Remove postal codes',
    title: 'Remove postal codes',
    text: 'These postal codes will no longer belong to a dealer: the locator lists the nearest dealers first. All postal codes are removed, or none.',
    submit: (count: number) => `Remove ${codes(count)}`,
    done: (count: number) => `${codes(count)} removed`,
  },
}
