import { isIP } from 'node:net'
import { resolve } from 'node:path'

type Parse<T> = (text: string) => T | ConfigIssue

/** A problem with a setting: the rest of a sentence that begins with its name. */
class ConfigIssue {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const text: Parse<string> = (value) => value

const flag: Parse<boolean> = (value) =>
  value === 'true'
    ? true
    : value === 'false'
      ? false
      : new ConfigIssue(`must be true or false, not "${value}"`)

const integer =
  (least: number, most: number): Parse<number> =>
  (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most
      ? number
      : new ConfigIssue(`must be a whole number from ${least} to ${most}, not "${value}"`)
  }

const positive: Parse<number> = (value) => {
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  return number > 0 && number <= 1_000
    ? number
    : new ConfigIssue(`must be a number above 0, at most 1000, not "${value}"`)
}

const share: Parse<number> = (value) => {
  const number = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN
  return number <= 1 ? number : new ConfigIssue(`must be a number from 0 to 1, not "${value}"`)
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const oneOf =
  <T extends string>(...values: T[]): Parse<T> =>
  (value) =>
    (values as string[]).includes(value)
      ? (value as T)
      : new ConfigIssue(`must be one of ${values.join(', ')}; it is "${value}"`)

const url =
  (...protocols: string[]): Parse<string> =>
  (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) && hasHost(value)
      ? value
      : new ConfigIssue(
          `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}${value.includes('@') ? '; in a password # is written %23, / %2F, ? %3F and @ %40' : ''}`,
        )

/** Several hosts are valid too, although `URL` can't parse them. */
const database: Parse<string> = (value) => {
  const several = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?[^,@/?#]+)(?:,[^,@/?#]+)+(?=[/?]|$)/.exec(value)
  const first = several ? several[1] + value.slice(several[0].length) : value
  const checked = url('postgres:', 'postgresql:')(first)
  return checked instanceof ConfigIssue ? checked : value
}

const addressWithoutUser: Parse<string> = (value) => {
  const address = url('http:', 'https:')(value)
  if (address instanceof ConfigIssue) return address
  const { username, password } = new URL(address)
  return username + password === ''
    ? address
    : new ConfigIssue('must not contain a user name or password; put a key into its query, such as ?key=…')
}

/** The address of a server without a path below which it would lie. */
const baseUrl: Parse<string> = (value) => {
  const address = addressWithoutUser(value)
  if (address instanceof ConfigIssue) return address
  const { pathname, search, hash, origin } = new URL(address)
  return pathname === '/' && search + hash === ''
    ? origin
    : new ConfigIssue('must be a scheme, a host and a port at most, such as https://transom.example.com')
}

/** A template of addresses. It may begin with `{s}.` for several servers. */
const tileUrl: Parse<string> = (value) => {
  const sample = value.replace('://{s}.', '://s.')
  const isTemplate = ['{z}', '{x}', '{y}'].every((name) => value.includes(name))
  const isAddress = !(addressWithoutUser(sample) instanceof ConfigIssue) && !/[{}]/.test(new URL(sample).host)
  return isTemplate && isAddress && !/[;,'\s]/.test(value)
    ? value
    : new ConfigIssue(
        'must be an address with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png',
      )
}

/** A database URL may have no host: it can name a folder of sockets. */
const hasHost = (value: string) => new URL(value).host !== '' || value.startsWith('postgres')

const secret: Parse<string> = (value) =>
  Buffer.byteLength(value) >= 32 ? value : new ConfigIssue('must be 32 bytes (256 bits) or longer')

const token: Parse<string> = (value) =>
  /^[!-~]{16,}$/.test(value)
    ? value
    : new ConfigIssue('must be 16 or more printable ASCII characters without blanks')

const addresses: Parse<string[]> = (value) => {
  const list = value.split(',').map((entry) => entry.trim())
  const wrong = list.filter((entry) => !isAddressOrRange(entry))
  return wrong.length === 0
    ? list
    : new ConfigIssue(
        `has entries that are not an address or CIDR range, or include all addresses: ${wrong.join(', ')}`,
      )
}

/** Rejects short forms such as `10` and `127.1`, which nobody writes on purpose. */
function isAddressOrRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const kind = isIP(address)
  if (kind === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
}

/** Accepts `Name <address>` or an address alone, like mail programs. */
const sender: Parse<string> = (value) => {
  const [, address = value] = /^(?:"[^"]*"|[^<>@,"]*) *<([^<>]*)>$/.exec(value) ?? []
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)
    ? value
    : new ConfigIssue('must be an e-mail address, or a name and <address>')
}

/** Every setting with its parser and its default. docs/operations.md explains each. */
const SETTINGS = {
  HOST: [text, '127.0.0.1'],
  PORT: [integer(0, 65_535), 8080],
  DATA_DIR: [(value: string) => resolve(value), resolve('data')],
  DATABASE_URL: [database, undefined],
  DATABASE_LISTEN_URL: [database, undefined],
  DATABASE_POOL_SIZE: [integer(1, 1_000), 10],
  LOG_LEVEL: [oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'info'],
  METRICS_TOKEN: [token, undefined],
  SLOW_QUERY_MS: [integer(0, 600_000), 0],
  ACCESS_LOG: [flag, false],
  TRUSTED_PROXIES: [addresses, []],
  STRICT_RESPONSES: [flag, false],
  SHED_LOAD_LAG_MS: [integer(0, 60_000), 500],
  SHUTDOWN_GRACE_MS: [integer(0, 600_000), 500],
  TRANSOM_JWT_SECRET: [secret, undefined],
  TRANSOM_JWT_SECRET_PREVIOUS: [secret, undefined],
  TRANSOM_ACCESS_TTL: [integer(1, 86_400), 3_600],
  RATE_LIMIT_PER_MINUTE: [integer(0, 10_000_000), 600],
  CLIENT_LIMIT_PER_MINUTE: [integer(0, 10_000_000), 60],
  LOGIN_LIMIT_PER_MINUTE: [integer(0, 1_000_000), 10],
  REQUIRE_SECOND_FACTOR: [flag, false],
  PUBLIC_URL: [baseUrl, undefined],
  CONSOLE: [flag, true],
  MAP_TILE_URL: [tileUrl, undefined],
  MAP_ATTRIBUTION: [text, undefined],
  GEOCODER: [oneOf('nominatim', 'opencage', 'mapbox', 'google', 'here'), 'nominatim'],
  GEOCODER_URL: [addressWithoutUser, undefined],
  GEOCODER_KEY: [text, undefined],
  SMTP_URL: [url('smtp:', 'smtps:'), undefined],
  SMTP_FROM: [sender, undefined],
  ALLOW_PRIVATE_WEBHOOKS: [flag, false],
  DELIVERY_RETRY_SCALE: [positive, 1],
  DELIVERY_POLL_MS: [integer(10, 3_600_000), 500],
  RETENTION_LEADS_DAYS: [integer(0, 36_500), 0],
  RETENTION_REGISTRATIONS_DAYS: [integer(0, 36_500), 365],
  RETENTION_DELIVERIES_DAYS: [integer(0, 36_500), 90],
  RETENTION_FAILED_DAYS: [integer(0, 36_500), 0],
  RETENTION_ATTEMPTS_DAYS: [integer(0, 36_500), 90],
  RETENTION_ERASURES_DAYS: [integer(0, 36_500), 365],
  // A delivery's lease ends after 60 s.
  LEAD_WEBHOOK_TIMEOUT_MS: [integer(1, 55_000), 10_000],
  OTEL_EXPORTER_OTLP_ENDPOINT: [url('http:', 'https:'), undefined],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [url('http:', 'https:'), undefined],
  OTEL_SDK_DISABLED: [flag, false],
  OTEL_SERVICE_NAME: [text, 'transom'],
  OTEL_TRACES_SAMPLER: [oneOf(...SAMPLERS), 'parentbased_always_on'],
  OTEL_TRACES_SAMPLER_ARG: [share, 1],
  OTEL_PROPAGATORS: [text, 'tracecontext'],
  OTEL_BSP_SCHEDULE_DELAY: [integer(1, 600_000), 5_000],
} satisfies Record<string, [Parse<unknown>, unknown]>

type Settings = typeof SETTINGS

/** The checked settings. Unset ones have their default. */
export type Config = {
  readonly [K in keyof Settings]:
    | Exclude<ReturnType<Settings[K][0]>, ConfigIssue>
    | (undefined extends Settings[K][1] ? undefined : never)
}

/** Lists every problem with the environment, one a line. */
export class ConfigError extends Error {
  readonly issues: readonly string[]

  constructor(issues: string[]) {
    super(`The settings are wrong:\n${issues.map((issue) => `  ${issue}`).join('\n')}`)
    this.issues = issues
    this.name = 'ConfigError'
  }
}

/** Returns environment variables that start like our settings but are not. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).filter((name) => name.startsWith('TRANSOM_') && !(name in SETTINGS))
}

/**
 * Reads the settings once. An empty variable counts as unset.
 * @throws ConfigError with every problem
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const issues: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, [parse, fallback]] of Object.entries(SETTINGS)) {
    const raw = env[name]?.trim()
    const value: unknown = raw ? parse(raw) : fallback
    if (value instanceof ConfigIssue) issues.push(`${name} ${value.text}`)
    else values[name] = value
  }
  if (values.SMTP_URL && !values.SMTP_FROM)
    issues.push('SMTP_FROM must be set beside SMTP_URL: the sender of e-mails to dealers')
  if (values.GEOCODER && values.GEOCODER !== 'nominatim' && !values.GEOCODER_KEY)
    issues.push(`GEOCODER_KEY must be set for GEOCODER=${values.GEOCODER}`)
  if (values.GEOCODER === 'nominatim' && values.GEOCODER_KEY)
    issues.push('GEOCODER must name the provider of GEOCODER_KEY: nominatim takes no key')
  if (issues.length > 0) throw new ConfigError(issues)
  return Object.freeze(values) as Config
}

/**
 * Requires a signing secret for a server on PostgreSQL, where every process must sign with the same one. Commands do
 * without.
 * @throws ConfigError
 */
export function requireJwtSecret(config: Config): void {
  if (config.TRANSOM_JWT_SECRET || !config.DATABASE_URL) return
  throw new ConfigError([
    'TRANSOM_JWT_SECRET must be set beside DATABASE_URL: every process signs with the same secret',
  ])
}

/** Settings whose values nobody gets to see. */
const SECRET_SETTINGS: readonly string[] = [
  'TRANSOM_JWT_SECRET',
  'TRANSOM_JWT_SECRET_PREVIOUS',
  'METRICS_TOKEN',
  'GEOCODER_KEY',
]

/** Returns every setting without its secrets: of these only whether they are set, of addresses no password and no query. */
export function describeSettings(config: Config): { name: string; value: unknown; is_default: boolean }[] {
  return Object.entries(SETTINGS).map(([name, [, fallback]]) => {
    const value: unknown = config[name as keyof Config]
    return { name, value: describeValue(name, value), is_default: value === fallback }
  })
}

function describeValue(name: string, value: unknown): unknown {
  if (value === undefined) return null
  if (SECRET_SETTINGS.includes(name)) return '(set)'
  if (typeof value !== 'string' || !value.includes('://')) return value
  const [, scheme, rest = ''] = /^([a-z]+:\/\/)(.*)$/is.exec(value) ?? []
  const address = rest.replace(/[?#].*$/s, '')
  return scheme + address.slice(address.lastIndexOf('@') + 1)
}
