import type { Clock } from '../../platform/clock.ts'

/** The first argument of the operations on backups. */
export interface BackupContext {
  clock: Clock
  /** The folder of the embedded database. */
  folder: string
  /** Names of the files in the folder that contain generated secrets. */
  secretFiles: readonly string[]
}

/** The contents of a backup besides the data. */
export interface BackupNote {
  /** Files of format 2 end with a seal. */
  format: 1 | 2
  /** ISO 8601, UTC. */
  made_at: string
  /** The contents of secret files by name. */
  secrets: Record<string, string>
}
