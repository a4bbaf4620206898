import type { Transporter } from 'nodemailer'
import type { Outcome } from '../deliveries/index.ts'

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

const TIMEOUT_MS = 10_000

export function createMailer({ url, from }: SmtpSettings): Mailer {
  let transport: Promise<Transporter> | undefined
  const attempt = async (work: (server: Transporter) => Promise<unknown>): Promise<Outcome> => {
    try {
      transport ??= connect(url)
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
async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    {
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  )
}

/** RFC 5321 §4.2.1: a reply of 5xx is final. Not so a refused log-in, which the operator can mend. */
function judge(error: unknown): Outcome {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  if (typeof responseCode === 'number') {
    const final = responseCode >= 500 && code !== 'EAUTH'
    return { ok: false, final, status: responseCode, error: `The mail server answered with ${responseCode}.` }
  }
  const reason = typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unknown'
  return { ok: false, final: false, error: `The mail could not be handed over (${reason}).` }
}
