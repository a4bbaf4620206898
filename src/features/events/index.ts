export { recordFailedDeliveries } from './deliver-event.ts'
export { pruneEvents } from './operations/prune-events.ts'
export { eraseEvents, findPersonInEvents, listEventIds, type PersonInEvents } from './person.ts'
export { recordEvents } from './record-events.ts'
