import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, ok, problem, someOf, warning } from '../../../platform/check.ts'
import { DATABASE_FILE } from '../../../platform/db/open.ts'

const MB = 1e6
const LEAST_FREE = 100 * MB
const FEW_FREE = 1_000 * MB

/** statfs types of file systems that pass neither locks nor shared memory on as SQLite needs them. */
const NETWORK: Record<number, string> = { 26985: 'NFS', 4283649346: 'CIFS', 4266872130: 'SMB', 20859: 'SMB' }

/** The runtime and the user that this command runs as, which should be the server's. */
export function checkProcess(user = process.getuid?.()): Finding[] {
  const node = ok(`Node.js ${process.versions.node}.`)
  if (user !== 0) return [node]
  return [node, warning('This runs as root.', 'Run server and commands as a user of their own.')]
}

/** The folder of the embedded database: whose it is, who may look in, and how much room there is. */
export function checkDataFolder(folder: string, { embedded }: { embedded: boolean }): Finding[] {
  if (!existsSync(folder)) {
    return embedded
      ? [warning(`${folder} is not there.`, 'The first start makes it; DATA_DIR says where.')]
      : []
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [problem(`${folder} cannot be written to.`, 'Let the user of the server own it.')]
  }
  const findings = [...ofOthers(folder), ...openToOthers(folder, embedded), ...(embedded ? room(folder) : [])]
  return findings.length > 0 ? findings : [ok(`${folder} is the server's own, with room.`)]
}

/** What a command has made that was run as root. */
function ofOthers(folder: string): Finding[] {
  const owner = statSync(folder).uid
  const files = ownFiles(folder).filter((name) => statSync(join(folder, name)).uid !== owner)
  if (files.length === 0) return []
  return [
    problem(
      `${someOf(files)} in ${folder} ${files.length === 1 ? 'belongs' : 'belong'} to another user than the folder.`,
      'Give them to the user of the server (chown), and run commands as that user.',
    ),
  ]
}

function openToOthers(folder: string, embedded: boolean): Finding[] {
  if (process.platform === 'win32') return []
  const isOpen = (path: string) => (statSync(path).mode & 0o077) !== 0
  const files = ownFiles(folder).filter((name) => isOpen(join(folder, name)))
  const secrets = files.filter((name) => name.startsWith('jwt-secret'))
  const findings =
    files.length > secrets.length || (embedded && isOpen(folder))
      ? [
          warning(
            `Other users of this machine may look into ${folder}.`,
            `chmod 700 ${folder}; chmod 600 ${join(folder, DATABASE_FILE)}*`,
          ),
        ]
      : []
  return secrets.length === 0
    ? findings
    : [
        problem(
          `Others may read ${secrets.join(', ')} in ${folder}: with it anybody can log in as anybody.`,
          `chmod 600 ${join(folder, 'jwt-secret')}*, and replace the secret: docs/operations.md.`,
        ),
        ...findings,
      ]
}

function ownFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(DATABASE_FILE) || name.startsWith('jwt-secret'))
}

function room(folder: string): Finding[] {
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
  if (free < LEAST_FREE) {
    findings.push(
      problem(`${megabytes(free)} are free in ${folder}: writes are about to fail.`, 'Make room.'),
    )
  } else if (free < Math.max(FEW_FREE, size)) {
    findings.push(
      warning(
        `${megabytes(free)} are free in ${folder}; the database has ${megabytes(size)}.`,
        'Make room for growth, and for restoring a backup beside it.',
      ),
    )
  }
  return findings
}
