import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepOutput } from '../../../test/support/output.ts'
import { makeWorld, type World } from '../warranties/world.test-support.ts'
import { registerPersonCommands } from './cli.ts'
import { withErasures } from './privacy.test-support.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.drop())

/** Runs a command in this process; `answer` is what a person at a terminal types. */
async function run(words: readonly string[], answer?: string) {
  const { kept, output } = keepOutput()
  const terminal = {
    interactive: answer !== undefined,
    ask: async (question: string) => {
      output.note(question)
      return answer!
    },
  }
  const program = new Command().exitOverride()
  registerPersonCommands(program, (work) => work(withErasures(world.ctx)), output, terminal)
  await program.parseAsync(['person', ...words], { from: 'user' })
  return kept
}

const EMAIL = 'ada@example.com'
const OWNER = 'owner  HIN00000A526  brand harbor-craft  since 2025-03-01'
const EVENTS = 'events  1'

async function register() {
  await world.register({ hin: 'HIN00000A526' })
}

test('find lists the places, a line each', async () => {
  await register()
  expect(await run(['find', 'ADA@example.com'])).toMatchObject({
    printed: [OWNER, EVENTS],
    noted: [],
    exit: 0,
  })
  expect(JSON.parse((await run(['find', EMAIL, '--json'])).printed[0]!)).toEqual([
    { what: 'owner', brand: 'harbor-craft', of: 'HIN00000A526', when: '2025-03-01' },
    { what: 'events', brand: null, of: 1, when: null },
  ])
})

describe('of somebody unknown', () => {
  test.each(['find', 'export', 'erase'])('%s says so, with code 2', async (verb) => {
    const { printed, noted, exit } = await run([verb, 'nobody@example.com'])
    expect({ printed, exit }).toEqual({ printed: [], exit: 2 })
    expect(noted[0]).toMatch(/^Nothing was found/)
  })
})

test('export writes one document, to a file for its owner alone', async () => {
  await register()
  const { printed } = await run(['export', EMAIL])
  const document = JSON.parse(printed[0]!)
  expect(document).toMatchObject({ email: EMAIL, ownerships: [{ hin: 'HIN00000A526' }] })
  const path = join(world.folder, 'ada.json')
  expect(await run(['export', EMAIL, '--output', path])).toMatchObject({
    printed: [],
    noted: [`Written to ${path}.`],
    exit: 0,
  })
  expect(JSON.parse(world.read('ada.json'))).toEqual({ ...document, as_of: expect.any(String) })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

describe('erase', () => {
  const isKnown = async () => (await run(['find', EMAIL])).exit === 0

  test('asks for the address at a terminal, and shows what goes', async () => {
    await register()
    const { printed, noted, exit } = await run(['erase', EMAIL], 'ADA@example.com')
    expect(noted).toEqual([OWNER, EVENTS, `Type ${EMAIL} to erase this person for good: `])
    expect({ printed, exit }).toEqual({
      printed: [
        'Erased: 1 ownerships in 1 warranties, 0 leads, 0 mentions in other leads, 0 deliveries, 1 events, files of 0 imports, 0 stored responses.',
      ],
      exit: 0,
    })
    expect(await isKnown()).toBe(false)
  })

  test.each(['', 'yes', 'bo@example.com'])('does nothing when %j is typed', async (answer) => {
    await register()
    await expect(run(['erase', EMAIL], answer)).rejects.toThrow('Nothing was erased.')
    expect(await isKnown()).toBe(true)
  })

  test('needs --yes where nobody can be asked', async () => {
    await register()
    await expect(run(['erase', EMAIL])).rejects.toThrow('add --yes')
    expect(await isKnown()).toBe(true)
    const { printed } = await run(['erase', EMAIL, '--yes', '--json'])
    expect(JSON.parse(printed[0]!)).toMatchObject({ owners: 1, complete: true })
    expect(await isKnown()).toBe(false)
  })

  test('lists what it leaves: logins and dealers', async () => {
    await register()
    await world.db.write((trx) =>
      trx.insertInto('dealers').values({ dealer_code: 'HC-1', name: 'Pier 9', email: EMAIL }).execute(),
    )
    expect((await run(['erase', EMAIL, '--yes'])).noted).toEqual([
      "dealer  HC-1  (stays, as it is the dealer's public data: change it with `transom dealers update`)",
    ])
    expect((await run(['erase', EMAIL, '--yes'])).noted).toEqual([
      'Nothing was found that could be erased.',
      expect.stringMatching(/^dealer {2}HC-1/),
    ])
  })
})

describe('erase --again', () => {
  test('erases the people who were erased before', async () => {
    await register()
    await run(['erase', EMAIL, '--yes'])
    await world.register({ hin: 'HIN00000B526' })
    expect(await run(['erase', '--again'])).toMatchObject({
      printed: ['1 person was erased again.'],
      exit: 0,
    })
    expect(await run(['erase', '--again', '--json'])).toMatchObject({
      printed: ['{"repeated":0,"unknown":0,"complete":true}'],
    })
    expect((await run(['find', EMAIL])).exit).toBe(2)
  })

  test.each([[['erase']], [['erase', EMAIL, '--again']]])('%j says what to give', async (words) => {
    await expect(run(words)).rejects.toThrow('Give either the e-mail address of a person or --again.')
  })
})
