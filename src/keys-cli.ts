import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import type { Config } from './config.ts'
import { type AuditEntry, NO_FIELDS, recordAudit } from './features/audit/index.ts'
import { areGiven, type KeyChange, keyRotation, listKeys, previousKeyRemoval } from './keys.ts'
import { addExamples, commandGroup } from './platform/cli/options.ts'
import { type Output, tabulate } from './platform/cli/output.ts'
import { systemClock } from './platform/clock.ts'
import { AppError } from './platform/errors.ts'
import { newSecret } from './secrets.ts'

interface Flags {
  now?: boolean
  json?: boolean
}

/** Adds `keys list|rotate|drop-previous` to a program. */
export function registerKeyCommands(
  program: Command,
  readConfig: () => Config,
  withAudited: CommandContext['withAudited'],
  { print }: Output,
): void {
  const group = commandGroup(program, 'keys', 'the secrets that sign access and refresh tokens')
  const add = (name: string, about: string) =>
    group.command(name).description(about).option('--json', 'as JSON')

  const tellKeys = (config: Config, done: string, json?: boolean) => {
    const keys = listKeys(config)
    if (json) return print(JSON.stringify({ keys }))
    if (done) print(done)
    if (keys.length === 0) return print('No signing secret: the first start makes one.')
    const lines = tabulate(
      ['id', 'signs', 'from', 'since', 'needed until'],
      keys.map(({ id, signs, from, since, needed_until }) => [id, signs, from, since, needed_until]),
    )
    for (const line of lines) print(line)
  }

  /** Last before the commit: what cannot be recorded is not done, and nothing else is recorded. */
  const make = (action: AuditEntry['action'], change: KeyChange) =>
    withAudited(({ db, clock, actor }) =>
      db.write(async (trx) => {
        const subject = { id: null, name: change.id }
        await recordAudit(trx, [
          { at: clock.now(), actor, action, subject, brandId: null, change: NO_FIELDS },
        ])
        change.make()
      }),
    )

  addExamples(
    add('list', 'which signing secrets count; by their ids, never themselves'),
    'transom keys list',
  ).action(({ json }: Flags) => tellKeys(readConfig(), '', json))

  addExamples(
    add('rotate', 'sign with a new secret; what the one before has signed counts on'),
    'transom keys rotate',
  ).action(async ({ json }: Flags) => {
    const config = readConfig()
    if (areGiven(config)) return tellSteps(json)
    await make('key.rotated', keyRotation(config))
    const done =
      'A new secret signs from now on; a running server takes it within two seconds. Nobody has to log in again.'
    tellKeys(config, `${done}\nIn 30 days: transom keys drop-previous`, json)
  })

  addExamples(
    add('drop-previous', 'accept nothing more that the secret before the last rotation has signed').option(
      '--now',
      'even while sessions may rest on it: they end',
    ),
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
    await make('key.dropped', previousKeyRemoval(config, systemClock.now() / 1_000, { now }))
    tellKeys(config, 'The secret before counts no more; a running server knows within two seconds.', json)
  })

  /** The settings are not ours to change. */
  function tellSteps(json?: boolean): void {
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
}
