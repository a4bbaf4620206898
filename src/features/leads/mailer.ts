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
}

const TIMEOUT_MS = 10_000

export function createMailer({ url, from }: SmtpSettings): Mailer {
  let transport: Promise<Transporter> | undefined
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, attachment, replyTo, ...mail }) {
      try {
        transport ??= connect(url)
        await (await transport).sendMail({
          ...mail,
          from,
          // As an object it is one address, whatever characters it has.
          replyTo: { name: '', address: replyTo },
          messageId: `<${id}@${domain}>`,
          attachments: [attachment],
        })
        return { ok: true }
      } catch (error) {
        return judge(error)
      }
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
    return { ok: false, final, error: `The mail server answered with ${responseCode}.` }
  }
  const reason = typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unknown'
  return { ok: false, final: false, error: `The mail could not be handed over (${reason}).` }
}
