import { type Crm, startCrm } from '../support/crm.ts'
import { createDatabase } from '../support/databases.ts'
import { type Integrator, makeIntegrator } from '../support/integrator.ts'
import { TestServer } from '../support/server.ts'

export const DIALECTS = ['sqlite', 'postgres'] as const
export type Dialect = (typeof DIALECTS)[number]

/** Something that breaks, and what must hold while it does and afterwards. */
export interface Scenario {
  /** What breaks. */
  name: string
  databases: readonly Dialect[]
  /** Says what was seen. Throws when a promise is broken, `NotRun` where the machine cannot do it. */
  run(place: Place): Promise<string>
}

/** Where scenarios get their databases: a folder, and on PostgreSQL a server. */
export interface Place {
  dialect: Dialect
  folder: string
  adminUrl?: string
}

/** This machine, or this user, cannot break things in this way. */
export class NotRun extends Error {}

/** A server on a database of its own, and an integrator whose leads and warranties go to a pretend CRM. */
export interface World extends AsyncDisposable {
  server: TestServer
  ada: Integrator
  crm: Crm
}

/** Starts one. `env` goes over the settings; `folder` is where an embedded database lies, unless anywhere will do. */
export async function makeWorld(
  place: Place,
  {
    env = {},
    folder = place.folder,
    more,
  }: { env?: Record<string, string>; folder?: string; more?: (slug: string) => object } = {},
): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const crm = stack.use(await startCrm())
  const database = await createDatabase({ folder, adminUrl: place.adminUrl })
  const server = stack.use(new TestServer(database, { env }))
  await server.start()
  const ada = await makeIntegrator(server, {
    brand: {
      lead_webhook: { url: crm.url('/leads') },
      warranty_crm: { type: 'webhook', url: crm.url('/warranties') },
    },
    ...(more && { more }),
  })
  // Had anything failed before, it would have ended what was started.
  const whole = stack.move()
  return { server, ada, crm, [Symbol.asyncDispose]: () => whole.disposeAsync() }
}

/** Throws unless it holds. */
export function promise(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Broken: ${what}`)
}
