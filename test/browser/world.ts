import { afterAll } from 'vitest'
import { age } from '../../src/cli/demo/age.ts'
import { startPretendCrm } from '../../src/cli/demo/crm.ts'
import { workAtDesk } from '../../src/cli/demo/desk.ts'
import { fill } from '../../src/cli/demo/fill.ts'
import { PASSWORD, PEOPLE } from '../../src/cli/demo/people.ts'
import { makeWorld } from '../../src/cli/demo/world.ts'
import { startFileServer, type TestServer } from '../support/server.ts'

/** Starts a server with the world of the demo, for all tests of a file. */
export async function startDemoServer(): Promise<TestServer> {
  const crm = await startPretendCrm()
  afterAll(() => crm.close())
  const server = await startFileServer({ env: { CONSOLE: 'true' } })
  await server.apply(makeWorld(crm.url))
  await fill(server.url)
  await workAtDesk(server.url)
  await age(server.env.DATA_DIR!)
  return server
}

/** Returns how the demo's person of this role signs in. */
export function credentialsOf(role: string): { email: string; password: string } {
  const person = PEOPLE.find((one) => one.role === role)
  if (!person) throw new Error(`Nobody in the demo has the role ${role}.`)
  return { email: person.email, password: PASSWORD }
}
