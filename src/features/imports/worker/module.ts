/** For the thread that checks and runs imports: the server itself never loads these files. */
export type { Job } from '../job.ts'
export { performJob } from './perform-job.ts'
