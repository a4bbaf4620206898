import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'

/** A received mail. `source` is the complete message with headers and line ends. */
export interface Mail {
  from: string
  to: string[]
  source: string
}

/** A mail server on loopback that keeps every mail. `await using` stops it. */
export class MailServer {
  readonly mails: Mail[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #refusals: string[] = []
  readonly #extensions: string[] = []

  readonly #scheme: string

  constructor(server: Server, scheme: 'smtp' | 'smtps') {
    this.#scheme = scheme
    this.#server = server
    server.on(scheme === 'smtps' ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
      socket.on('error', () => socket.destroy())
      converse(socket, this.#extensions, (mail) => {
        const refusal = this.#refusals.shift()
        if (refusal === undefined) this.mails.push(mail)
        return refusal ?? '250 2.0.0 kept'
      })
    })
  }

  /** For SMTP_URL. */
  get url(): string {
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Refuses the next mails, in order: `550 5.1.1 no such user`, `451 4.3.0 try again`. */
  refuseNext(...replies: string[]): void {
    this.#refusals.push(...replies)
  }

  /** Offers an extension to clients that connect from now on. */
  offer(extension: string): void {
    this.#extensions.push(extension)
  }

  /** Waits for `count` mails and returns them all. */
  async received(count = 1, budgetMs = 60_000): Promise<Mail[]> {
    const deadline = Date.now() + budgetMs
    while (this.mails.length < count) {
      if (Date.now() > deadline) throw new Error(`${this.mails.length} of ${count} mails came`)
      await sleep(5)
    }
    return this.mails
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** Starts a mail server on a free port; with a certificate, one that speaks TLS from the first byte. */
export async function startMailServer(tls?: { cert: string; key: string }): Promise<MailServer> {
  const server = tls ? createTlsServer(tls) : createServer()
  const mailServer = new MailServer(server, tls ? 'smtps' : 'smtp')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return mailServer
}

/** The server's side of RFC 5321, as far as a client needs it. */
async function converse(
  socket: Socket,
  extensions: readonly string[],
  deliver: (mail: Mail) => string,
): Promise<void> {
  const reply = (line: string) => socket.write(`${line}\r\n`)
  let mail: Mail = { from: '', to: [], source: '' }
  let isData = false
  reply('220 localhost ready')
  for await (const line of lines(socket)) {
    if (isData && line === '.') {
      isData = false
      reply(deliver(mail))
      mail = { from: '', to: [], source: '' }
    } else if (isData) {
      mail.source += `${line.replace(/^\./, '')}\r\n`
    } else if (/^(EHLO|HELO|RSET|NOOP)/i.test(line)) {
      const offered = /^EHLO/i.test(line) ? extensions : []
      for (const keyword of ['localhost', ...offered].slice(0, -1)) reply(`250-${keyword}`)
      reply(`250 ${offered.at(-1) ?? 'localhost'}`)
    } else if (/^MAIL FROM:/i.test(line)) {
      mail.from = addressIn(line)
      reply('250 2.1.0 ok')
    } else if (/^RCPT TO:/i.test(line)) {
      mail.to.push(addressIn(line))
      reply('250 2.1.5 ok')
    } else if (/^DATA$/i.test(line)) {
      isData = true
      reply('354 end with a dot')
    } else if (/^QUIT$/i.test(line)) {
      reply('221 2.0.0 bye')
      socket.end()
    } else {
      reply('502 5.5.1 not known here')
    }
  }
}

async function* lines(socket: Socket): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      const parts = (rest + chunk).split('\r\n')
      rest = parts.pop()!
      yield* parts
    }
  } catch {
    // The client closed the connection.
  }
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? ''
}
