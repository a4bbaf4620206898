/** Requests as they go over the wire. Bodies must be ASCII. */

export function get(path: string, headers: Record<string, string>): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\n${lines(headers)}\r\n`
}

export function post(path: string, headers: Record<string, string>, body: string): string {
  const all = { 'content-type': 'application/json', 'content-length': String(body.length), ...headers }
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\n${lines(all)}\r\n${body}`
}

function lines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
