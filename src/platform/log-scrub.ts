export const censored = '[redacted]'

/** An error in the form that a log shows. */
export interface ErrorDescription {
  type: string
  code?: string | number
  message: string
  stack?: string
  cause?: unknown
}

/**
 * Returns a copy of `value` that is safe to log: sensitive keys redacted at any depth, texts scrubbed, errors
 * described. Instances of other classes are only named, because their content is unknown.
 */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > maxDepth) return '[deep]'
  if (value instanceof Error) return describeError(value, depth)
  if (Array.isArray(value)) return value.map((item) => scrub(item, depth + 1))
  return isPlain(value) ? scrubFields(value, depth) : `[${value.constructor?.name ?? 'object'}]`
}

/** Like `scrub`, but for an object whose own fields are needed, whatever its class. */
export function scrubFields(object: object, depth = 0): Record<string, unknown> {
  const fields = Object.entries(object)
  return Object.fromEntries(
    fields.map(([key, value]) => [key, isSensitive(key) ? censored : scrub(value, depth + 1)]),
  )
}

/**
 * Returns an error's type, code, message, stack and cause. Everything else is left out: a database error has the row
 * (`detail`, `where`, `parameters`), an HTTP error the request.
 */
export function describeError(error: Error, depth = 0): ErrorDescription {
  const { code } = error as { code?: unknown }
  const message = scrubText(withoutValues(error.message, code))
  return {
    type: error.constructor.name,
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    message,
    stack: error.stack && scrubText(error.stack.replace(error.message, () => message)),
    cause: scrub(error.cause, depth + 1),
  }
}

/** Returns the text without e-mail addresses, tokens, signing secrets, and the credentials and queries of URLs. */
export function scrubText(text: string): string {
  return giveaways.reduce((scrubbed, [pattern, name]) => scrubbed.replace(pattern, name), text)
}

const maxDepth = 8

/** Keys of credentials and of data that identifies an owner or a prospect. Compared without case and separators. */
const sensitiveKey =
  /(authorization|cookie|password|passwd|secret|token|apikey|jwt|email|phone|firstname|lastname|fullname|address\d?|street)$|^(contact|customfields|body|parameters)$/

/** The time of each pattern is linear in the text's length. */
const giveaways: [RegExp, string][] = [
  [/(?<=:\/\/)[^\s/@]{1,256}(?=@)/g, censored],
  [/(?<=[\w/-])\?[\w%.~[\]-]{1,100}=[^\s"'<>]*/g, '?[query]'],
  [/[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/giu, '[e-mail]'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\bBearer [\w.~+/=-]+/gi, 'Bearer [token]'],
  [/\bwhsec_[\w+/=-]+/g, '[secret]'],
  // JSON.parse quotes the text that it could not parse.
  [/(?:\.{3})?".{0,200}"(?:\.{3})? is not valid JSON/gs, 'the text is not valid JSON'],
]

/** PostgreSQL quotes the offending value in the message of a data exception (SQLSTATE class 22). */
function withoutValues(message: string, code: unknown): string {
  const dataException = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)
  return dataException ? message.replace(/".*"/gs, '"[value]"') : message
}

function isSensitive(key: string): boolean {
  return sensitiveKey.test(key.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
