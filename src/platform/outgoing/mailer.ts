import type { Transporter } from 'nodemailer'
import { toOutgoingError } from './failure.ts'
import { captureInSandbox } from './sandbox.ts'

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps:`. */
  url: string
  /** The sender, with or without a name. */
  from: string
}

interface Mail {
  /** The same on every attempt; becomes the Message-ID. */
  id: string
  to: { name: string; address: string }
  replyTo?: string
  subject: string
  text: string
  attachment?: { filename: string; contentType: string; content: string | Buffer }
  signal?: AbortSignal
}

/** The result of sending once. `final`: the mail server refused permanently. `status` is its reply code. */
export type MailOutcome = { ok: true } | { ok: false; final: boolean; status?: number; error: string }

/** Sends e-mail by one SMTP server. */
export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>
  /** Connects and logs in, and sends nothing. */
  verify(): Promise<MailOutcome>
  /** Sends a test mail. */
  sendTest(to: string): Promise<MailOutcome>
  close(): Promise<void>
}

/**
 * For a connection and its greeting, and for each reply: virus scanners and tarpits take up to half a minute. Giving up
 * on a mail that the server has accepted would send it twice.
 */
const PATIENCE_MS = 50_000
const DNS_TIMEOUT_MS = 10_000

interface MailerOptions {
  /** Sends nothing without TLS. */
  encrypted?: boolean
  patienceMs?: number
}

export function createMailer({ url, from }: SmtpSettings, options: MailerOptions = {}): Mailer {
  let transport: Promise<Transport> | undefined
  const attempt = async (work: (transport: Transport) => Promise<unknown>): Promise<MailOutcome> => {
    try {
      // If the library cannot be loaded, for lack of file descriptors say, the next mail tries again.
      transport ??= connect(url, options).catch((error) => {
        transport = undefined
        throw error
      })
      await work(await transport)
      return { ok: true }
    } catch (error) {
      return judge(error)
    }
  }
  const sender = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
  const domain = /@([\w.-]+)$/.exec(sender.trim())?.[1] ?? 'localhost'
  const sendTo = async (
    transport: Transport,
    address: string,
    mail: Parameters<Transporter['sendMail']>[0],
  ) => {
    if ([address, sender].some(needsUtf8) && !(await transport.offersUtf8())) throw new Utf8Missing()
    await transport.server.sendMail({ ...mail, from })
  }
  return {
    async send({ id, attachment, replyTo, to, ...mail }) {
      captureInSandbox({
        method: 'MAIL',
        to: to.address,
        headers: { subject: mail.subject, ...(replyTo !== undefined && { 'reply-to': replyTo }) },
        body: attachment ? `${mail.text}\n\n--- ${attachment.filename}\n${attachment.content}` : mail.text,
      })
      return attempt((transport) =>
        sendTo(transport, to.address, {
          ...mail,
          to,
          // An object is one address, whatever characters it has. The text has it too, so it may be left out.
          ...(replyTo !== undefined && !needsUtf8(replyTo) && { replyTo: { name: '', address: replyTo } }),
          messageId: `<${id}@${domain}>`,
          attachments: attachment ? [attachment] : [],
        }),
      )
    },
    verify: () => attempt(({ server }) => server.verify()),
    sendTest: (to) =>
      attempt((transport) =>
        sendTo(transport, to, {
          to: { name: '', address: to },
          subject: 'Test mail of Transom',
          text: 'Mails to dealers can be sent with these settings.\n',
        }),
      ),
    async close() {
      ;(await transport)?.server.close()
    },
  }
}

interface Transport {
  server: Transporter
  /** Returns whether the server offers SMTPUTF8 (RFC 6531). */
  offersUtf8(): Promise<boolean>
}

/** Loads the library with the first mail: a server without mail saves megabytes. */
async function connect(
  url: string,
  { encrypted = false, patienceMs = PATIENCE_MS }: MailerOptions,
): Promise<Transport> {
  const { createTransport } = await import('nodemailer')
  const target = new URL(url)
  const logsIn = target.username !== '' || target.password !== ''
  const settings = {
    // Parameters of the URL override the settings below.
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: DNS_TIMEOUT_MS,
    // Otherwise, if AUTH is not offered, mail would be sent without logging in, and the password over plain text.
    forceAuth: logsIn,
    requireTLS: encrypted || (logsIn && !ignoresTls(target)),
  }
  const security = { disableFileAccess: true, disableUrlAccess: true }
  return {
    server: createTransport(settings, security),
    async offersUtf8() {
      // The library keeps what the server offers to itself, but for its log.
      let offered = false
      const debug = (_: object, line: unknown) => {
        if (/^250[ -]SMTPUTF8\b/im.test(String(line))) offered = true
      }
      const logger = { level() {}, trace() {}, debug, info() {}, warn() {}, error() {}, fatal() {} }
      const probe = createTransport({ ...settings, debug: true, logger }, security)
      await probe.verify().finally(() => probe.close())
      return offered
    },
  }
}

/** Returns whether more than ASCII is before the address's @: a domain can be written in ASCII, a mailbox cannot. */
function needsUtf8(address: string): boolean {
  return !/^[ -~]+@/.test(address)
}

class Utf8Missing extends Error {
  override message =
    'The address has letters that need SMTPUTF8, which the mail server does not offer. ' +
    'Use an address in plain ASCII, or a mail server that offers SMTPUTF8.'
}

/** Returns whether an SMTP_URL turns encryption off: the library takes anything for it but `false`, 0 and nothing. */
export function ignoresTls({ searchParams }: URL): boolean {
  const value = searchParams.get('ignoreTLS') ?? 'false'
  return value !== 'false' && Number(value) !== 0
}

/** RFC 5321 §4.2.1: a 5xx reply is final, but not one to STARTTLS or a login, which the operator can correct. */
function judge(error: unknown): MailOutcome {
  if (error instanceof Utf8Missing) return { ok: false, final: true, error: error.message }
  const { code, originalCode, responseCode } = error as Record<string, unknown>
  if (typeof responseCode === 'number') {
    const describe = DESCRIPTIONS[code as keyof typeof DESCRIPTIONS]
    const final = responseCode >= 500 && describe === undefined
    const error = describe?.(responseCode) ?? `The mail server answered with ${responseCode}.`
    return { ok: false, final, status: responseCode, error }
  }
  if (code === 'EAUTH') {
    return passing('The mail server offers no way to log in with the credentials in SMTP_URL (EAUTH).')
  }
  // A failed connection has the library's code, and the system's beside it.
  return passing(toOutgoingError(Object.assign(new Error(), { code: originalCode ?? code })).message)
}

const DESCRIPTIONS = {
  EAUTH: (status: number) => `The mail server answered the login with ${status}.`,
  ETLS: (status: number) =>
    `The mail server does not encrypt: it answered STARTTLS with ${status}. ` +
    'A password needs that, unless SMTP_URL says ignoreTLS=true.',
}

function passing(error: string): MailOutcome {
  return { ok: false, final: false, error }
}
