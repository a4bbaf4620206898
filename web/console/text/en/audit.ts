export const audit = {
  empty: 'Nothing was changed yet',
  noMatch: 'No entry matches these filters',
  actor: 'Who (such as user:7)',
  action: 'What (such as dealer)',
  subject: 'Record (such as lead:7)',
  from: 'From',
  to: 'To (not included)',
}
