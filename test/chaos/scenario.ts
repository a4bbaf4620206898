import { type Crm, startCrm } from '../support/crm.ts'
import { createDatabase } from '../support/databases.ts'
import { type Integrator, makeIntegrator } from '../support/integrator.ts'
import { TestServer } from '../support/server.ts'

export const DIALECTS = ['sqlite', 'postgres'] as const
export type Dialect = (typeof DIALECTS)[number]

/** Something that breaks, and the promises that must hold meanwhile and afterwards. */
export interface Scenario {
  /** The failure. */
  name: string
  databases: readonly Dialect[]
  /** Returns a summary. Throws when a promise is broken, and `NotRun` if this machine cannot run it. */
  run(place: Place): Promise<string>
}

/** Where scenarios get their databases: a folder, and on PostgreSQL a server. */
export interface Place {
  dialect: Dialect
  folder: string
  adminUrl?: string
}

/** This machine or user cannot run a scenario. */
export class NotRun extends Error {}

/** A server with its own database, and an integrator whose leads and warranties go to a fake CRM. */
export interface World extends AsyncDisposable {
  server: TestServer
  ada: Integrator
  crm: Crm
}

/** Starts a world. `env` overrides settings, `folder` is the place of an embedded database, `more` extends the set-up. */
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
  const started = stack.move()
  return { server, ada, crm, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

/** Throws unless `holds`. */
export function promise(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Broken: ${what}`)
}
