export const audit = {
  empty: 'No changes yet',
  noMatch: 'No entry matches these filters',
  actor: 'Who',
  actorExample: 'user:7',
  action: 'What',
  actionExample: 'dealer',
  subject: 'Record',
  subjectExample: 'lead:7',
  from: 'From',
  to: 'To',
}
