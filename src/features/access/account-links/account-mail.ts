import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailer } from '../../../platform/outgoing/mailer.ts'

/** A mail server that is busy or restarts gets another chance; the link's owner can ask for another one. */
const WAITS_MS = [0, 10_000, 60_000, 300_000]

export interface AccountMail {
  /** This server's address in mails. Never that of a request, which anybody can invent. */
  baseUrl: string
  /** Sends a mail without making anybody wait. */
  send(mail: { to: string; subject: string; text: string }): void
}

/** Sends mails about accounts. They are not kept with the deliveries: their links are passwords for a day. */
export function createAccountMail(
  mailer: Mailer,
  { baseUrl, onError }: { baseUrl: string; onError: (error: Error) => void },
): AccountMail {
  async function deliver(to: string, mail: { subject: string; text: string }): Promise<void> {
    const id = randomUUID()
    let error = ''
    for (const waitMs of WAITS_MS) {
      await sleep(waitMs, undefined, { ref: false })
      const outcome = await mailer.send({ id, to: { name: '', address: to }, ...mail })
      if (outcome.ok) return
      error = outcome.error
      if (outcome.final) break
    }
    throw new Error(error)
  }
  return {
    baseUrl,
    send({ to, ...mail }) {
      deliver(to, mail).catch(onError)
    },
  }
}
