import type { Clock } from '../../platform/clock.ts'

/** What backups are made of and restored to. */
export interface BackupContext {
  clock: Clock
  /** The folder of the embedded database. */
  folder: string
  /** Names of the files in the folder that hold secrets made there. */
  secretFiles: readonly string[]
}

/** What a backup keeps beside the data. */
export interface BackupNote {
  /** 2: the file ends with a seal; those of 1 have none. */
  format: 1 | 2
  /** ISO 8601, UTC. */
  made_at: string
  /** The content of secret files by their names. */
  secrets: Record<string, string>
}
