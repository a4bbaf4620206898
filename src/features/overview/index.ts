export { rollUpCounts } from './operations/roll-up-counts.ts'
