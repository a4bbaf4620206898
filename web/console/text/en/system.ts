import { counted } from '../plural.ts'

export const system = {
  sections: 'Parts of the system',
  tabs: { health: 'Health', settings: 'Settings' },
  again: 'Check again',
  healthy: 'All checks passed',
  errors: counted('error', 'errors'),
  warnings: counted('warning', 'warnings'),
  found: (errors: string, warnings: string) =>
    `The checks found ${[errors, warnings].filter(Boolean).join(' and ')}.`,
  checks: 'Checks',
  check: 'Check',
  level: 'Result',
  levels: { ok: 'OK', warning: 'Warning', error: 'Error' },
  message: 'Finding',
  records: (names: string) => `Affected: ${names}`,
  settings: 'Settings',
  setting: 'Setting',
  value: 'Value',
  notSet: 'Not set',
  origin: 'From',
  origins: { true: 'Default', false: 'Set' },
  settingsHint: 'Settings come from the server’s environment. Secrets are never shown.',
}
