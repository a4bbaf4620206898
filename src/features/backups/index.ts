export { type BackupSource, registerBackupCommands } from './cli.ts'
