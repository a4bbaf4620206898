export { findPersonInEvents, listEventIds, type PersonInEvents, removeEvents } from './person.ts'
export { recordEvents } from './record-events.ts'
