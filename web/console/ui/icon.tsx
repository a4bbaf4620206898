/** Paths of 16 by 16 icons, drawn with a stroke of 1.5. */
const ICONS = {
  overview: 'M2.5 13.500V8.500M6.200 13.500V5M9.800 13.500V7M13.500 13.500V2.500',
  warranty:
    'M8 1.800 13 3.500v4c0 3.300-2.100 5.700-5 6.800-2.900-1.100-5-3.500-5-6.800v-4zM5.700 8l1.700 1.700 3-3.200',
  registration: 'M4 2h6l2.500 2.500V14H4zM6.200 7h4M6.200 9.500h4M6.200 4.500h1.500',
  lead: 'M2 3.500h12v9H2zM2.300 4l5.700 4.500L13.700 4',
  dealer:
    'M2.500 6.500 3.500 2.500h9l1 4M3.500 7.500v6h9v-6M6.500 13.500V10h3v3.500M2.500 6.500a1.800 1.800 0 0 0 3.700 0 1.800 1.800 0 0 0 3.600 0 1.800 1.800 0 0 0 3.700 0',
  territory: 'M2 4.200 6 2.500l4 1.700 4-1.700v9.300l-4 1.700-4-1.700-4 1.700zM6 2.500v9.300M10 4.200v9.300',
  import: 'M8 2v7.500M5 6.800 8 9.800l3-3M2.500 11v2.500h11V11',
  delivery: 'M14 2 7.200 8.800M14 2 9.800 14l-2.600-5.200L2 6.200z',
  event: 'M9 1.800 3.500 9H8l-1 5.200L12.500 7H8z',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.500 14c.4-2.800 2.600-4.500 5.500-4.500s5.100 1.700 5.500 4.500',
  token: 'M10.500 9.500a4 4 0 1 0-3.800-2.800L2 11.400V14h2.600v-1.700h1.700v-1.700l1-1M11 5.200v.1',
  audit: 'M8 4.500V8l2.300 1.500M2.600 5.500A6 6 0 1 1 2 8M2.200 2.800v2.900h2.900',
  brand: 'M2 2.500h5.200L14 9.300 9.300 14 2.500 7.200zM5 5.500v.1',
  system: 'M2.500 3h11v4h-11zM2.500 9h11v4h-11zM5 5v.1M5 11v.1',
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10M10.700 10.700 14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3.500 3.500l9 9M12.500 3.500l-9 9',
  next: 'M6 3l5 5-5 5',
  previous: 'M10 3 5 8l5 5',
  down: 'M3.500 6 8 10.500 12.500 6',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  check: 'M3 8.500 6.500 12 13 4.500',
  warning: 'M8 2 14.500 13.500h-13zM8 6.500V9.500M8 11.500v.1',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 7.500v3.500M8 5v.1',
  plus: 'M8 3v10M3 8h10',
  more: 'M3.500 8v.1M8 8v.1M12.500 8v.1',
  external: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7.500 8.500',
  download: 'M8 2v8M4.800 7 8 10.200 11.200 7M2.500 13.500h11',
  transfer: 'M2 5.500h11M10 2.500l3 3-3 3M14 10.500H3M6 7.500l-3 3 3 3',
  edit: 'M10.500 3 13 5.500 5.500 13H3v-2.500z',
  signOut: 'M6 2.500H2.500v11H6M10 4.500 13.500 8 10 11.500M13.500 8H6',
} as const

export type IconName = keyof typeof ICONS

/** A decorative icon. What it means must also be said in words. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={ICONS[name]} />
    </svg>
  )
}
