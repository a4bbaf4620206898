import type { Progress } from './context.ts'

/** A check or a run that this process has claimed. */
export interface Job {
  id: number
  phase: 'check' | 'run'
  /** Nothing is written once another process has claimed it. */
  leaseToken: string
}

/** Does jobs apart from requests, in a thread. */
export interface JobThread {
  /** Does a job. @throws the job's error, with its code; also when `stop` interrupts it */
  perform(job: Job, onProgress: (progress: Progress) => void): Promise<void>
  /** Interrupts the present job. */
  stop(): Promise<void>
}
