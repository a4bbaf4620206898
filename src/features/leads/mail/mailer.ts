import type { Transporter } from 'nodemailer'
import { toOutgoingError } from '../../../platform/outgoing/failure.ts'
import type { Outcome } from '../../deliveries/index.ts'

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
  replyTo: string
  subject: string
  text: string
  attachment: { filename: string; contentType: string; content: string }
  signal: AbortSignal
}

/** Sends e-mail by one SMTP server. */
export interface Mailer {
  send(mail: Mail): Promise<Outcome>
  /** Connects and logs in, and sends nothing. */
  verify(): Promise<Outcome>
  /** Sends a mail that says it is a test. */
  sendTest(to: string): Promise<Outcome>
  close(): Promise<void>
}

/**
 * For a connection and its greeting, and for each answer: scanners and those who keep spammers waiting take half a
 * minute. Who gives up on a mail that the server has kept sends it twice.
 */
const PATIENCE_MS = 50_000
const DNS_TIMEOUT_MS = 10_000

interface MailerOptions {
  /** Says and sends nothing without TLS. */
  encrypted?: boolean
  patienceMs?: number
}

export function createMailer({ url, from }: SmtpSettings, options: MailerOptions = {}): Mailer {
  let transport: Promise<Transporter> | undefined
  const attempt = async (work: (server: Transporter) => Promise<unknown>): Promise<Outcome> => {
    try {
      // What could not be loaded, for want of a descriptor, say, is loaded with the next mail.
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
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    send: ({ id, attachment, replyTo, ...mail }) =>
      attempt((server) =>
        server.sendMail({
          ...mail,
          from,
          // As an object it is one address, whatever characters it has. One before whose @ stands more than ASCII takes a
          // server that knows SMTPUTF8 (RFC 6531): rather none, for the mail says it too.
          ...(/^[ -~]+@/.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
          messageId: `<${id}@${domain}>`,
          attachments: [attachment],
        }),
      ),
    verify: () => attempt((server) => server.verify()),
    sendTest: (to) =>
      attempt((server) =>
        server.sendMail({
          from,
          to: { name: '', address: to },
          subject: 'Test mail of Transom',
          text: 'Mails to dealers can be sent with these settings.\n',
        }),
      ),
    async close() {
      ;(await transport)?.close()
    },
  }
}

/** Loads the library with the first mail: it takes megabytes that a server without mail need not spend. */
async function connect(
  url: string,
  { encrypted = false, patienceMs = PATIENCE_MS }: MailerOptions,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const target = new URL(url)
  const logsIn = target.username !== '' || target.password !== ''
  return createTransport(
    {
      // What it says itself goes before what stands here.
      url,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      dnsTimeout: DNS_TIMEOUT_MS,
      // Otherwise, without AUTH on offer, mail would go out as nobody's; and a password to whoever listens.
      forceAuth: logsIn,
      requireTLS: encrypted || (logsIn && !ignoresTls(target)),
    },
    { disableFileAccess: true, disableUrlAccess: true },
  )
}

/** Whether an SMTP_URL says that nothing is to be encrypted: the library takes anything for it but `false`, 0 and nothing. */
export function ignoresTls({ searchParams }: URL): boolean {
  const said = searchParams.get('ignoreTLS') ?? 'false'
  return said !== 'false' && Number(said) !== 0
}

/** RFC 5321 §4.2.1: a reply of 5xx is final. Not so one to STARTTLS or a log-in, which the operator can mend. */
function judge(error: unknown): Outcome {
  const { code, originalCode, responseCode } = error as Record<string, unknown>
  if (typeof responseCode === 'number') {
    const words = WORDS[code as keyof typeof WORDS]
    const final = responseCode >= 500 && words === undefined
    const error = words?.(responseCode) ?? `The mail server answered with ${responseCode}.`
    return { ok: false, final, status: responseCode, error }
  }
  if (code === 'EAUTH') return passing('The mail server takes no log-in with what SMTP_URL has (EAUTH).')
  // What the library calls a failed connection has the system's own word beside it.
  return passing(toOutgoingError(Object.assign(new Error(), { code: originalCode ?? code })).message)
}

const WORDS = {
  EAUTH: (status: number) => `The mail server answered the log-in with ${status}.`,
  ETLS: (status: number) =>
    `The mail server does not encrypt: it answered STARTTLS with ${status}. ` +
    'A password needs that, unless SMTP_URL says ignoreTLS=true.',
}

function passing(error: string): Outcome {
  return { ok: false, final: false, error }
}
