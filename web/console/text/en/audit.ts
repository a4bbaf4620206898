export const audit = {
  empty: 'Nothing was changed yet',
  noMatch: 'No entry matches these filters',
  actor: 'Who (such as user:7)',
  action: 'What (such as dealer.updated)',
  subject: 'Record (such as dealer:15)',
  from: 'From',
  to: 'To (not included)',
}
