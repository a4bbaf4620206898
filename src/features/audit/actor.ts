import { userInfo } from 'node:os'

/** Who does something. Users and tokens by their ids: what they are called may be somebody's name. */
export type Actor =
  | { kind: 'user'; id: number }
  | { kind: 'token'; id: number }
  | { kind: 'administrator'; name: string }
  | { kind: 'system' }

/** What the service does by itself: the jobs of the day. */
export const SYSTEM: Actor = { kind: 'system' }

/** Whoever runs a command, by the name that the operating system has for the account. */
export function administrator(): Actor {
  return { kind: 'administrator', name: accountName() }
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the account may have a number only.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
