import { type Finding, ok, problem } from '../../../platform/check.ts'
import type { Outcome } from '../../deliveries/index.ts'
import { createMailer, ignoresTls, type SmtpSettings } from './mailer.ts'

/** Less than a delivery has: somebody is waiting. */
const PATIENCE_MS = 20_000

/** Whether the mail server lets us in; with `testMailTo`, whether it takes a mail. */
export async function checkMail(
  smtp: SmtpSettings | undefined,
  testMailTo: string | undefined,
): Promise<Finding[]> {
  if (!smtp) {
    return testMailTo
      ? [problem('No mail can be sent: there is no mail server.', 'Set SMTP_URL and SMTP_FROM.')]
      : [ok('None is set (SMTP_URL): dealers are not told of leads.')]
  }
  const mailer = createMailer(smtp, { patienceMs: PATIENCE_MS })
  try {
    const letIn = await mailer.verify()
    const fine = `The mail server lets us in${letIn.ok && !(await encrypts(smtp)) ? ', without encryption' : ''}.`
    const findings = [judge(letIn, fine, 'Correct SMTP_URL (docs/operations.md)')]
    if (testMailTo) {
      const sent = `A test mail to ${testMailTo} was handed over; see whether it arrives.`
      findings.push(judge(await mailer.sendTest(testMailTo), sent, 'Correct SMTP_FROM or the address'))
    }
    return findings
  } finally {
    await mailer.close()
  }
}

/** Whether mails to a server that lets us in are encrypted on the way. */
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

function judge(outcome: Outcome, fine: string, remedy: string): Finding {
  return outcome.ok
    ? ok(fine)
    : problem(outcome.error, `${remedy}, or see what the mail server says in its log.`)
}
