/** What pages of several features show. */
export const records = {
  deliveries: {
    title: 'Deliveries',
    kinds: {
      warranty_sync: 'Warranty to CRM',
      lead_webhook: 'Lead to CRM',
      dealer_mail: 'Mail to dealer',
      owner_mail: 'Mail to owner',
      event: 'Event to endpoint',
    } as Record<string, string>,
    sandbox: 'Sandbox',
    states: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
    what: 'What',
    state: 'State',
    attempts: 'Attempts',
    last: 'Last attempt',
    next: 'Next attempt',
    none: 'Nothing was sent about this record',
  },
  audit: {
    when: 'When',
    who: 'Who',
    action: 'What',
    changes: 'Changes',
    none: 'Nothing is recorded',
    actors: { user: 'User', token: 'Token', shell: 'Shell', system: 'Transom' } as Record<string, string>,
    newField: (name: string, value: string) => `${name}: ${value}`,
    field: (name: string, before: string, after: string) => `${name}: ${before} → ${after}`,
  },
}
