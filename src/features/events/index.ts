export { type NewEvent, recordEvent, recordEvents } from './record-events.ts'
