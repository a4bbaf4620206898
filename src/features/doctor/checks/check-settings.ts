import { type Finding, problem, someOf, warning, warningsOr } from '../../../platform/check.ts'

/** The settings that are checked. */
interface Settings {
  ALLOW_PRIVATE_WEBHOOKS: boolean
  STRICT_RESPONSES: boolean
  DELIVERY_RETRY_SCALE: number
  RATE_LIMIT_PER_MINUTE: number
  CLIENT_LIMIT_PER_MINUTE: number
  LOGIN_LIMIT_PER_MINUTE: number
  SMTP_URL?: string | undefined
  PUBLIC_URL?: string | undefined
}

/** Checks for valid settings that are unsuitable for a production server. */
export function checkSettings(settings: Settings, unknownNames: readonly string[]): Finding[] {
  const { ALLOW_PRIVATE_WEBHOOKS, STRICT_RESPONSES, DELIVERY_RETRY_SCALE } = settings
  const unlimited = (
    ['RATE_LIMIT_PER_MINUTE', 'CLIENT_LIMIT_PER_MINUTE', 'LOGIN_LIMIT_PER_MINUTE'] as const
  ).filter((name) => settings[name] === 0)
  return warningsOr(
    [
      unknownNames.length > 0 &&
        warning(`There is no setting ${someOf(unknownNames)}.`, 'Check the spelling: docs/operations.md.'),
      ALLOW_PRIVATE_WEBHOOKS &&
        warning(
          'ALLOW_PRIVATE_WEBHOOKS=true: anyone who sets up a webhook can make the server call your network, without TLS.',
          'Unset it, unless a CRM is in your own network.',
        ),
      STRICT_RESPONSES &&
        warning('STRICT_RESPONSES=true is for tests: it makes responses fail.', 'Unset it.'),
      DELIVERY_RETRY_SCALE !== 1 &&
        warning(
          `DELIVERY_RETRY_SCALE=${DELIVERY_RETRY_SCALE}: deliveries are not retried at the usual times.`,
          'Unset it: with 1, attempts continue for a day.',
        ),
      unlimited.length > 0 &&
        warning(
          `${unlimited.join(' and ')}=0: nothing limits guessed passwords and repeated requests.`,
          'Unset it, unless something in front of the server does so.',
        ),
      settings.SMTP_URL !== undefined &&
        settings.PUBLIC_URL === undefined &&
        warning(
          'SMTP_URL is set, but PUBLIC_URL is not: links in mails lead to the address that the server listens on.',
          'Set PUBLIC_URL to the address that browsers open.',
        ),
    ],
    'All settings are valid.',
  )
}

/** Returns a finding for each invalid setting. */
export function wrongSettings(issues: readonly string[]): Finding[] {
  return issues.map((text) =>
    problem(`${text}.`, 'The server does not start with it. docs/operations.md lists all settings.'),
  )
}
