/** A message's headers, by name in lower case, and its parts, decoded: what our own mails need, and no more. */
export function parseMail(source: string) {
  const { headers, body } = split(source)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const { headers: own, body: content } = split(part.trimStart())
      return {
        type: own['content-type'] ?? '',
        text: decode(content, own['content-transfer-encoding'] ?? ''),
      }
    })
  return { headers, parts }
}

/** A header's text, its encoded words (RFC 2047) read. */
export function decodeWords(header: string): string {
  const joined = header.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
    encoding.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString()
      : decode(text.replaceAll('_', ' '), 'quoted-printable'),
  )
}

function split(text: string) {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const entries = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { headers: Object.fromEntries(entries) as Record<string, string>, body: text.slice(end + 4) }
}

function decode(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString()
  if (encoding !== 'quoted-printable') return content
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
