import { counted } from '../plural.ts'

const deliveriesCounted = counted('failed delivery', 'failed deliveries')

export const deliveries = {
  empty: 'Nothing was sent yet',
  noMatch: 'No delivery matches these filters',
  kind: 'Kind',
  event: 'Event',
  aboutFilter: 'About (such as lead:7)',
  brand: 'Brand',
  from: 'From',
  to: 'To (not included)',
  subjects: { warranty: 'Warranty', lead: 'Lead', registration: 'Registration', event: 'Event' },
  created: 'Created',
  number: 'Delivery',
  message: 'Message',
  queue: 'Queue',
  details: 'Delivery',
  attempts: 'Attempts',
  noAttempts: 'Not attempted yet',
  attempt: (number: number) => `Attempt ${number}`,
  status: (status: number) => `Status ${status}`,
  noStatus: 'No answer',
  recorded: 'Recorded, not sent',
  final: 'Not tried again',
  duration: (milliseconds: string) => `took ${milliseconds} ms`,
  answer: 'Beginning of the answer',
  request: 'Recorded request',
  sandboxHint: 'The brand is a sandbox: nothing left Transom. The request is what would have been sent.',
  retry: {
    action: 'Retry',
    title: (id: number) => `Retry delivery ${id}?`,
    text: 'It is sent at once. If it fails again, all later attempts follow as for a new delivery.',
    done: 'The delivery is on its way',
  },
  retryMany: {
    open: 'Retry failed',
    title: 'Retry failed deliveries?',
    action: (count: number) => `Retry ${deliveriesCounted(count)}`,
    text: (count: number) =>
      `${deliveriesCounted(count)} will be sent at once. Receivers that got a message before its delivery failed get it again, with the same message number.`,
    all: 'No filter is set: these are all that failed.',
    filters: 'Only those that match these filters:',
    none: 'No failed delivery matches the filters.',
    tooMany: (count: string) =>
      `More than ${count} failed deliveries match. Choose filters that match fewer, such as one kind or a time.`,
    changed:
      'Meanwhile more deliveries failed, or somebody retried some. Nothing was retried. The number below is the present one.',
    done: (count: number) => `${counted('delivery', 'deliveries')(count)} on the way`,
  },
}
