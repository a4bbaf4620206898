import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup } from '../../platform/cli/options.ts'
import { type Output, tabulate } from '../../platform/cli/output.ts'
import { systemClock } from '../../platform/clock.ts'
import type { OperationContext } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { type AuditEntry, NO_FIELDS, recordAudit } from '../audit/index.ts'
import { areGiven, type KeyChange, keyRotation, listKeys, previousKeyRemoval } from './keys.ts'
import { type KeySettings, newSecret } from './secrets.ts'

interface Flags {
  now?: boolean
  json?: boolean
}

type WithAudited = Opened<OperationContext>

/** Adds `keys list|rotate|drop-previous` to a program. */
export function registerKeyCommands(
  program: Command,
  readConfig: () => KeySettings,
  withAudited: WithAudited,
  output: Output,
): void {
  const group = commandGroup(program, 'keys', 'the secrets that sign access and refresh tokens')
  addList(group, readConfig, output)
  addRotate(group, readConfig, withAudited, output)
  addDropPrevious(group, readConfig, withAudited, output)
}

function addList(group: Command, readConfig: () => KeySettings, output: Output): void {
  addExamples(
    add(group, 'list', 'which signing secrets count; by their ids, never themselves'),
    'transom keys list',
  ).action(({ json }: Flags) => tellKeys(readConfig(), '', output, json))
}

function addRotate(
  group: Command,
  readConfig: () => KeySettings,
  withAudited: WithAudited,
  output: Output,
): void {
  addExamples(
    add(group, 'rotate', 'sign with a new secret; what the one before has signed counts on'),
    'transom keys rotate',
  ).action(async ({ json }: Flags) => {
    const config = readConfig()
    if (areGiven(config)) return tellSteps(output, json)
    await make(withAudited, 'key.rotated', keyRotation(config))
    const done =
      'A new secret signs from now on; a running server takes it within two seconds. Nobody has to log in again.'
    tellKeys(config, `${done}\nIn 30 days: transom keys drop-previous`, output, json)
  })
}

function addDropPrevious(
  group: Command,
  readConfig: () => KeySettings,
  withAudited: WithAudited,
  output: Output,
): void {
  addExamples(
    add(
      group,
      'drop-previous',
      'accept nothing more that the secret before the last rotation has signed',
    ).option('--now', 'even while sessions may rest on it: they end'),
    'transom keys drop-previous',
    'transom keys drop-previous --now',
  ).action(async ({ now = false, json }: Flags) => {
    const config = readConfig()
    if (areGiven(config)) {
      throw new AppError(
        'VALIDATION_ERROR',
        'The secrets are in your settings: unset TRANSOM_JWT_SECRET_PREVIOUS, and restart all processes one by one.',
      )
    }
    await make(withAudited, 'key.dropped', previousKeyRemoval(config, systemClock.now() / 1_000, { now }))
    const done = 'The secret before counts no more; a running server knows within two seconds.'
    tellKeys(config, done, output, json)
  })
}

function add(group: Command, name: string, about: string): Command {
  return group.command(name).description(about).option('--json', 'as JSON')
}

/** Last before the commit: what cannot be recorded is not done, and nothing else is recorded. */
function make(withAudited: WithAudited, action: AuditEntry['action'], change: KeyChange): Promise<void> {
  return withAudited(({ db, clock, principal }) =>
    db.write(async (trx) => {
      const subject = { id: null, name: change.id }
      await recordAudit(trx, [
        { at: clock.now(), principal, action, subject, brandId: null, change: NO_FIELDS },
      ])
      change.make()
    }),
  )
}

function tellKeys(config: KeySettings, done: string, { print }: Output, json?: boolean): void {
  const keys = listKeys(config)
  if (json) {
    print(JSON.stringify({ keys }))
    return
  }
  if (done) print(done)
  if (keys.length === 0) {
    print('No signing secret: the first start makes one.')
    return
  }
  const lines = tabulate(
    ['id', 'signs', 'from', 'since', 'needed until'],
    keys.map(({ id, signs, from, since, needed_until }) => [id, signs, from, since, needed_until]),
  )
  for (const line of lines) print(line)
}

/** The settings are not ours to change. */
function tellSteps({ print }: Output, json?: boolean): void {
  const new_secret = newSecret()
  const steps = [
    'Set TRANSOM_JWT_SECRET_PREVIOUS to the new secret everywhere, and restart all processes one by one: all accept it.',
    'Set TRANSOM_JWT_SECRET to the new secret and TRANSOM_JWT_SECRET_PREVIOUS to the old one, and restart all one by one: they sign with it.',
    'After 30 days unset TRANSOM_JWT_SECRET_PREVIOUS, and restart all one by one: the old one counts no more.',
  ]
  if (json) {
    print(JSON.stringify({ new_secret, steps }))
    return
  }
  print('The secrets are in your settings, which this command cannot change. Nothing was changed.')
  print(`A new secret, which is not shown again: ${new_secret}`)
  for (const [i, step] of steps.entries()) print(`${i + 1}. ${step}`)
}
