import { type Finding, problem, someOf, warning, warningsOr } from '../../../platform/check.ts'

/** What is looked at of the settings. */
interface Settings {
  ALLOW_PRIVATE_WEBHOOKS: boolean
  STRICT_RESPONSES: boolean
  DELIVERY_RETRY_SCALE: number
  RATE_LIMIT_PER_MINUTE: number
  LOGIN_LIMIT_PER_MINUTE: number
}

/** Settings that are read without complaint, and are hardly meant for a server that others use. */
export function checkSettings(settings: Settings, unknownNames: readonly string[]): Finding[] {
  const { ALLOW_PRIVATE_WEBHOOKS, STRICT_RESPONSES, DELIVERY_RETRY_SCALE } = settings
  const unlimited = (['RATE_LIMIT_PER_MINUTE', 'LOGIN_LIMIT_PER_MINUTE'] as const).filter(
    (name) => settings[name] === 0,
  )
  return warningsOr(
    [
      unknownNames.length > 0 &&
        warning(
          `There is no setting ${someOf(unknownNames)}.`,
          'Look for a slip of the pen: docs/operations.md.',
        ),
      ALLOW_PRIVATE_WEBHOOKS &&
        warning(
          'ALLOW_PRIVATE_WEBHOOKS=true: anyone who sets up a webhook can make the server call your network, without TLS.',
          'Unset it, unless a CRM in your own network is meant.',
        ),
      STRICT_RESPONSES && warning('STRICT_RESPONSES=true is for tests: it makes answers fail.', 'Unset it.'),
      DELIVERY_RETRY_SCALE !== 1 &&
        warning(
          `DELIVERY_RETRY_SCALE=${DELIVERY_RETRY_SCALE}: deliveries are not tried again at the usual times.`,
          'Unset it: 1 bridges a day.',
        ),
      unlimited.length > 0 &&
        warning(
          `${unlimited.join(' and ')}=0: nothing slows down who guesses passwords or asks without end.`,
          'Unset it, unless something in front of the server does so.',
        ),
    ],
    'They can all be read.',
  )
}

/** Settings that cannot be read, one finding each. */
export function wrongSettings(issues: readonly string[]): Finding[] {
  return issues.map((text) =>
    problem(`${text}.`, 'The server does not start with it: docs/operations.md has them all.'),
  )
}
