import { type Finding, ok, problem } from '../../../platform/check.ts'
import {
  createMailer,
  ignoresTls,
  type MailOutcome,
  type SmtpSettings,
} from '../../../platform/outgoing/mailer.ts'

/** Shorter than for a delivery: somebody is waiting. */
const PATIENCE_MS = 20_000

/** Returns whether the mail server lets us log in and, with `testMailTo`, whether it accepts a mail. */
export async function checkMail(
  smtp: SmtpSettings | undefined,
  testMailTo: string | undefined,
): Promise<Finding[]> {
  if (!smtp) {
    return testMailTo
      ? [problem('No mail can be sent, because no mail server is configured.', 'Set SMTP_URL and SMTP_FROM.')]
      : [ok('No mail server is configured (SMTP_URL), so dealers get no e-mail about leads.')]
  }
  const mailer = createMailer(smtp, { patienceMs: PATIENCE_MS })
  try {
    const connected = await mailer.verify()
    const fine = `The mail server accepts connections${connected.ok && !(await encrypts(smtp)) ? ', without encryption' : ''}.`
    const findings = [judge(connected, fine, 'Correct SMTP_URL (docs/operations.md)')]
    if (testMailTo) {
      const sent = `The mail server accepted a test mail to ${testMailTo}. Check that it arrives.`
      findings.push(judge(await mailer.sendTest(testMailTo), sent, 'Correct SMTP_FROM or the address'))
    }
    return findings
  } finally {
    await mailer.close()
  }
}

/** Returns whether mail to the server is encrypted on the way. */
async function encrypts(smtp: SmtpSettings): Promise<boolean> {
  const url = new URL(smtp.url)
  if (url.protocol === 'smtps:') return true
  if (ignoresTls(url)) return false
  url.searchParams.delete('requireTLS')
  const mailer = createMailer({ ...smtp, url: url.href }, { encrypted: true, patienceMs: PATIENCE_MS })
  const { ok } = await mailer.verify()
  await mailer.close()
  return ok
}

function judge(outcome: MailOutcome, fine: string, remedy: string): Finding {
  return outcome.ok
    ? ok(fine)
    : problem(outcome.error, `${remedy}, or look for the reason in the mail server's log.`)
}
