import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, ok, problem, someOf, warning } from '../../../platform/check.ts'
import { DATABASE_FILE, isAbsent } from '../../../platform/db/open.ts'

const MB = 1e6
const MIN_FREE = 100 * MB
const LOW_FREE = 1_000 * MB

/** statfs types of file systems that lack the locks and shared memory that SQLite needs. */
const NETWORK: Record<number, string> = { 26985: 'NFS', 4283649346: 'CIFS', 4266872130: 'SMB', 20859: 'SMB' }

/** Checks the version of Node.js and the user that runs the command. */
export function checkProcess(user = process.getuid?.()): Finding[] {
  const node = ok(`Node.js ${process.versions.node}.`)
  if (user !== 0) return [node]
  return [node, warning('This runs as root.', 'Run the server and its commands as a user of their own.')]
}

/** Checks the owner, the permissions and the free space of the folder of the embedded database. */
export function checkDataFolder(folder: string, { embedded }: { embedded: boolean }): Finding[] {
  if (isAbsent(folder)) {
    return embedded
      ? [warning(`There is no folder ${folder}.`, 'The first start creates it. DATA_DIR sets its path.')]
      : []
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      problem(
        `${folder} cannot be written to.`,
        'Run this as the user of the server, and make that user its owner.',
      ),
    ]
  }
  const findings = [
    ...findForeignFiles(folder),
    ...findOpenFiles(folder, embedded),
    ...(embedded ? checkSpace(folder) : []),
  ]
  return findings.length > 0 ? findings : [ok(`${folder} is private and has free space.`)]
}

/** Finds files of other users, such as those that a command run as root has created. */
function findForeignFiles(folder: string): Finding[] {
  const owner = statSync(folder).uid
  const files = ownFiles(folder).filter((name) => statSync(join(folder, name)).uid !== owner)
  if (files.length === 0) return []
  return [
    problem(
      `${someOf(files)} in ${folder} ${files.length === 1 ? 'belongs' : 'belong'} to another user than the folder.`,
      'Change their owner to the user of the server (chown), and run commands as that user.',
    ),
  ]
}

function findOpenFiles(folder: string, embedded: boolean): Finding[] {
  if (process.platform === 'win32') return []
  const isOpen = (path: string) => (statSync(path).mode & 0o077) !== 0
  const files = ownFiles(folder).filter((name) => isOpen(join(folder, name)))
  const secrets = files.filter((name) => name.startsWith('jwt-secret'))
  const findings =
    files.length > secrets.length || (embedded && isOpen(folder))
      ? [
          warning(
            `Other users of this machine can read ${folder}.`,
            `chmod 700 ${folder}; chmod 600 ${join(folder, DATABASE_FILE)}*`,
          ),
        ]
      : []
  return secrets.length === 0
    ? findings
    : [
        problem(
          `Others can read ${secrets.join(', ')} in ${folder}, and log in as anybody with it.`,
          `chmod 600 ${join(folder, 'jwt-secret')}*, and replace the secret: docs/operations.md.`,
        ),
        ...findings,
      ]
}

function ownFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(DATABASE_FILE) || name.startsWith('jwt-secret'))
}

function checkSpace(folder: string): Finding[] {
  const { bavail, bsize, type } = statfsSync(folder)
  const free = bavail * bsize
  const database = join(folder, DATABASE_FILE)
  const size = existsSync(database) ? statSync(database).size : 0
  const megabytes = (bytes: number) => `${Math.floor(bytes / MB)} MB`
  const findings: Finding[] = []
  if (NETWORK[type]) {
    findings.push(
      problem(
        `${folder} is on a network (${NETWORK[type]}): the embedded database's locks do not work there.`,
        'Move it to a local disk, or run on PostgreSQL.',
      ),
    )
  }
  if (free < MIN_FREE) {
    findings.push(
      problem(`${megabytes(free)} are free in ${folder}: writes will soon fail.`, 'Free some space.'),
    )
  } else if (free < Math.max(LOW_FREE, size)) {
    findings.push(
      warning(
        `${megabytes(free)} are free in ${folder}. The database has ${megabytes(size)}.`,
        'Free some space, for growth and for restoring a backup.',
      ),
    )
  }
  return findings
}
