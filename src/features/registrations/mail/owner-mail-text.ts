import type { RegistrationRow, RegistrationState } from '../queries.ts'

interface Subject {
  registration: Pick<RegistrationRow, 'id' | 'hin' | 'reason'>
  brandName: string
  /** The one that the registration became. */
  warranty?:
    | {
        hin: string
        model: string
        model_year: string
        warranty_start_date: string
        warranty_end_date: string | null
      }
    | undefined
  /** Where anybody can check its certificate, which is attached. */
  verifyUrl?: string | undefined
}

/**
 * Returns the subject and the text of a mail to an owner. The confirmation has nothing that the sender typed except the
 * HIN: the address may be somebody else's.
 */
export function toMailText(state: RegistrationState, subject: Subject): { subject: string; text: string } {
  const { brandName, registration } = subject
  const reference = `Registration ${registration.id}`
  const { title, lines } = TEXTS[state](subject)
  return {
    subject: `${brandName}: ${title}`,
    text: `${[...lines, '', reference, brandName].join('\n')}\n`,
  }
}

const TEXTS: Record<RegistrationState, (subject: Subject) => { title: string; lines: string[] }> = {
  received: ({ registration, brandName }) => ({
    title: 'we have received your registration',
    lines: [
      `Thank you for registering your boat with ${brandName}.`,
      '',
      `HIN: ${registration.hin}`,
      '',
      'We will check the registration and write to you again.',
      'If you did not register a boat, you can ignore this mail.',
    ],
  }),
  accepted: ({ registration, brandName, warranty, verifyUrl }) => ({
    title: 'your boat is registered',
    lines: [
      `Your boat is registered with ${brandName}.`,
      '',
      `HIN: ${warranty?.hin ?? registration.hin}`,
      ...(warranty
        ? [
            `Model: ${warranty.model} ${warranty.model_year}`,
            `Warranty from: ${warranty.warranty_start_date}`,
            ...(warranty.warranty_end_date ? [`Warranty until: ${warranty.warranty_end_date}`] : []),
          ]
        : []),
      ...(verifyUrl
        ? ['', 'Your certificate is attached. Anybody who has it can check the warranty at', verifyUrl]
        : []),
    ],
  }),
  rejected: ({ registration, brandName }) => ({
    title: 'your registration was not accepted',
    lines: [
      `We could not register your boat with ${brandName}.`,
      '',
      `HIN: ${registration.hin}`,
      `Reason: ${registration.reason ?? ''}`,
    ],
  }),
}
