import fc from '../../support/fast-check.ts'

/** JSON that few fields accept; some of it is no JSON value of JavaScript and stands as source text. */
export class Source {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const SOURCES = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '-0',
  '1.0',
  '1e2',
  '"\\ud800"',
  '"\\u0000"',
  '01',
  'NaN',
]

export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 3, arbitrary: fc.constantFrom(...SOURCES).map((text) => new Source(text)) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(
      ...[
        '',
        ' ',
        '\u0000',
        'a\u0000b',
        '\ud800',
        '\r\nX-Injected: 1',
        '\u202e',
        'e\u0301',
        '\u212a',
        '１２',
      ],
      ...[
        "'; DROP TABLE warranties; --",
        '%',
        '_',
        '\\',
        '=1+1',
        '{{access}}',
        '<script>',
        'null',
        'infinity',
      ],
      ...[
        '2025-02-30',
        '0000-01-01',
        '9999-12-31',
        'today',
        '2025-1-5',
        'a@b',
        'x@example.com\r\nBcc: y@z.example',
      ],
      ...[null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, [], [[]], {}, { a: 1 }],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(256, 10_001, 100_000).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom(31, 33, 2_000).map(nested) },
)

export const oddNames = fc.oneof(
  fc.constantFrom(
    'id',
    'crm_sync',
    'created_by',
    'created_at',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
  ),
  fc.constantFrom('__proto__', '\u0000', 'a.b', 'a[]', '$ref', 'contact', 'brand_id', 'warranty_status'),
  fc.string({ unit: 'binary', maxLength: 10 }),
)

/** Percent-encoded or not, as they stand in a path or a query. */
export const oddPieces = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '',
        '%',
        '%zz',
        '%00',
        '%c0%af',
        '%e9',
        '%ed%a0%80',
        '..%2f',
        '%2e%2e',
        '%2F',
        '..',
        '.',
        '*',
        '+',
        '%20',
      ],
      ...[
        'HCX12345D526%0a',
        'hcx12345d526',
        '%E2%84%AA',
        'a'.repeat(101),
        'a'.repeat(9_000),
        '0x10',
        '1e1',
        '１',
      ],
      ...[
        'NaN',
        'Infinity',
        '-1',
        '0',
        '1.0',
        '1e999',
        '99999999999999999999',
        'null',
        'true',
        '[]',
        '%F0%9F%9A%A4',
      ],
    ),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }).map(withoutBlanks) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }).map(encoded) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }).map(escaped) },
)

export const oddContentTypes = fc.oneof(
  fc.constantFrom(
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      '',
      ';',
      '/',
      '*/*',
    ],
    ...['application/json;', '\tapplication/json', ' application/json', 'application/json; charset=utf-16'],
    ...['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/ld+json', 'application/jsonx'],
    ...[
      'text/json',
      'application/json, text/plain',
      'application/json\tx',
      `application/json;${'a'.repeat(5_000)}`,
    ],
  ),
  fc.string({ maxLength: 30 }).map(withoutControls),
)

/** Headers that a request has beside or instead of its own, by lower-case name. */
export const oddHeaders: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('authorization', 'x-api-token'),
    fc.oneof(
      fc.constantFrom(
        '',
        'Bearer',
        'Bearer ',
        'bearer {{access}}',
        'Bearer {{refresh}}',
        'Bearer {{access}} ',
        'Basic YTpi',
      ),
      fc.constantFrom(
        '{{access}}',
        '{{token}}',
        '{{token}}x',
        'Bearer eyJhbGciOiJub25lIn0.e30.',
        'Bearer a.b.c',
      ),
      fc.integer({ min: 1, max: 20_000 }).map((length) => `Bearer ${'a'.repeat(length)}`),
    ),
  ),
  fc.tuple(
    fc.constant('idempotency-key'),
    fc.oneof(fc.constantFrom('', 'a', 'a'.repeat(256), 'é'), fc.uuid()),
  ),
  fc.tuple(fc.constant('content-encoding'), fc.constantFrom('gzip', 'identity', 'deflate, br', '')),
  fc.tuple(fc.constant('expect'), fc.constantFrom('100-continue', '200-ok', '')),
  fc.tuple(fc.constant('x-request-id'), fc.constantFrom('a b', 'mine-1', 'x'.repeat(129), '{{access}}', 'ü')),
  fc.tuple(
    fc.constantFrom('accept', 'accept-encoding', 'accept-language'),
    fc.constantFrom('', '*', 'text/html', 'a;q=x'),
  ),
  fc.tuple(
    fc.constantFrom('if-none-match', 'if-match', 'range'),
    fc.constantFrom('*', '"x"', 'W/"x"', 'bytes=0-1', ''),
  ),
  fc.tuple(
    fc.constantFrom('x-forwarded-for', 'x-forwarded-host', 'forwarded'),
    fc.constantFrom('127.0.0.1', 'a,b', '::'),
  ),
  fc.tuple(
    fc.constantFrom('x-http-method-override', 'x-original-url', 'upgrade'),
    fc.constantFrom('DELETE', '/', 'h2c'),
  ),
  fc.tuple(
    fc.constantFrom('cookie', 'origin', 'user-agent', 'accept'),
    fc.string({ unit: 'binary', maxLength: 40 }).map(withoutControls),
  ),
  fc.tuple(
    fc.stringMatching(/^[a-zA-Z0-9!#$%&'*+.^_`|~-]{1,40}$/).filter((name) => !FRAMING.test(name)),
    fc.string({ unit: 'binary', maxLength: 40 }).map(withoutControls),
  ),
  // No header at all: the parser ends the connection.
  fc.tuple(fc.constant('x-broken'), fc.constantFrom('a\u0000b', 'a\nb', 'a\u0001b', 'a\u007fb')),
)

/** They say where a request ends: a test of its own sends these wrongly. */
const FRAMING = /^(host|content-length|transfer-encoding|connection|te|trailer|upgrade|expect|keep-alive)$/i

/** In place of a body's JSON. */
export const oddBodies: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc
    .constantFrom(
      ...[
        '',
        '{',
        '}',
        'null',
        '[]',
        '[[[',
        '"text"',
        '1',
        'true',
        '{}',
        '{"a":1,}',
        "{'a':1}",
        '{"a":1}{"b":2}',
        ' ',
      ],
      ...['{"a":1', '// {}', '\u0000', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}'],
    )
    .map((text) => Buffer.from(text)),
  fc.constantFrom('{}', '{"brand":"x"}').map((text) => Buffer.from(`\ufeff${text}`)),
  fc.constantFrom('{}', '{"brand":"x"}').map((text) => Buffer.from(text, 'utf16le')),
  fc.constantFrom(Buffer.from([0x22, 0xc3, 0x28, 0x22]), Buffer.from([0x7b, 0xff, 0x7d])),
  fc.constantFrom(20_000, 1_048_577).map((length) => Buffer.alloc(length, '[')),
  fc.uint8Array({ maxLength: 60 }),
)

/** As text: two of 2,000 levels, one in the other, are more than JSON.stringify can write. */
function nested(levels: number): Source {
  let text = '1'
  for (let level = 0; level < levels; level++) text = level % 2 ? `{"a":${text}}` : `[${text}]`
  return new Source(text)
}

/** The characters that HTTP allows in a value: no controls except the tab, one byte each. */
function withoutControls(text: string): string {
  return [...text].filter((one) => /^[\t -~\u0080-\u00ff]$/.test(one)).join('')
}

function withoutBlanks(text: string): string {
  return text.replace(/[^!-~]|[?#/&]/g, '')
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function escaped(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
