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
    chooseBrand: 'Choose a brand above the navigation: each has territories of its own',
    shown: (count: number, dealers: number) =>
      `${codes(count)} of ${counted('dealer', 'dealers')(dealers)}, one color for each.`,
    unplaced: (count: number) => `${codes(count)} more: their place is not known.`,
    pick: 'Click a point to see whose it is. A prefix is in the middle of its postal codes.',
  },
  assign: {
    action: 'Assign postal codes',
    title: 'Assign postal codes',
    text: 'The dealer comes first for these postal codes, at any distance. Each belongs to one dealer of a brand; an earlier assignment ends. All of them are saved, or none.',
    postalCodes: 'Postal codes',
    hint: 'Separated by commas, spaces or lines. Three characters stand for all that begin with them (US, CA).',
    none: 'Enter a postal code.',
    choose: 'Choose a dealer.',
    done: (count: number, dealer: string) => `${codes(count)} assigned to ${dealer}`,
  },
  remove: {
    action: 'Remove postal codes',
    title: 'Remove postal codes',
    text: 'These postal codes no longer belong to a dealer; the nearest ones come first. All of them are removed, or none.',
    submit: (count: number) => `Remove ${codes(count)}`,
    done: (count: number) => `${codes(count)} removed`,
  },
}
