import type { Command } from 'commander'
import { hint } from '../../platform/cli/describe-error.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples, commandGroup } from '../../platform/cli/options.ts'
import { type Output, tabulate, toJson } from '../../platform/cli/output.ts'
import type { OperationContext } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { shellPrincipal } from '../../platform/principal.ts'
import { areSettings, type Key } from './keys.ts'
import { dropPreviousKey } from './operations/drop-previous-key.ts'
import { listKeys } from './operations/list-keys.ts'
import { rotateKey } from './operations/rotate-key.ts'
import { type KeySettings, newSecret } from './secrets.ts'

interface Flags {
  now?: boolean
  json?: boolean
}

/** Adds `keys list|rotate|drop-previous` to a program. */
export function registerKeyCommands(
  program: Command,
  readConfig: () => KeySettings,
  withContext: Opened<OperationContext>,
  output: Output,
): void {
  const group = commandGroup(program, 'keys', 'Manage the secrets that sign access and refresh tokens')
  const list = (settings: KeySettings) => listKeys({ principal: shellPrincipal(), settings })

  addExamples(add(group, 'list', 'List the valid signing secrets by their ids'), 'transom keys list').action(
    ({ json }: Flags) => printKeys(output, list(readConfig()), { json }),
  )

  addExamples(
    add(group, 'rotate', 'Sign with a new secret; tokens signed with the current one stay valid'),
    'transom keys rotate',
  ).action(async ({ json }: Flags) => {
    const settings = readConfig()
    if (areSettings(settings)) return printSteps(output, json)
    const keys = await withContext((ctx) => rotateKey({ ...ctx, settings })).catch((error) =>
      hint('CONFLICT', adviseOnPrevious(output.self, list(settings)))(error),
    )
    const done =
      'A new secret signs from now on. A running server uses it within two seconds. Nobody has to log in again.'
    printKeys(output, keys, { json, done: `${done}\nIn 30 days: ${output.self} keys drop-previous` })
  })

  addExamples(
    add(group, 'drop-previous', 'End the tokens of the secret before the last rotation').option(
      '--now',
      'End sessions that may still need it',
    ),
    'transom keys drop-previous',
    'transom keys drop-previous --now',
  ).action(async ({ now = false, json }: Flags) => {
    const settings = readConfig()
    if (areSettings(settings)) {
      throw new AppError(
        'VALIDATION_ERROR',
        'The secrets are in your settings. Unset TRANSOM_JWT_SECRET_PREVIOUS, and restart all processes one by one.',
      )
    }
    const advice = `To end these sessions: ${output.self} keys drop-previous --now`
    const keys = await withContext((ctx) => dropPreviousKey({ ...ctx, settings }, { now })).catch(
      hint('CONFLICT', advice),
    )
    const done = 'The previous secret is no longer valid. A running server applies this within two seconds.'
    printKeys(output, keys, { json, done })
  })
}

function add(group: Command, name: string, about: string): Command {
  return group.command(name).description(about).option('--json', 'Print JSON')
}

/** The advice must be a command that succeeds now. */
function adviseOnPrevious(self: string, keys: readonly Key[]): string {
  const until = keys.find(({ needed_until }) => needed_until !== null)?.needed_until
  if (!until || Date.parse(until) <= Date.now()) return `Drop it first: ${self} keys drop-previous`
  return `Rotate again after ${until}. Or drop it now, which ends the sessions that still need it: ${self} keys drop-previous --now`
}

function printKeys(
  { print }: Output,
  keys: readonly Key[],
  { json, done }: { json: boolean | undefined; done?: string },
): void {
  if (json) {
    print(toJson({ keys }))
    return
  }
  if (done) print(done)
  if (keys.length === 0) {
    print('There is no signing secret: the first start creates one.')
    return
  }
  const lines = tabulate(
    ['id', 'signs', 'from', 'since', 'needed until'],
    keys.map(({ id, signs, from, since, needed_until }) => [id, signs, from, since, needed_until]),
  )
  for (const line of lines) print(line)
}

/** No command can change the settings. */
function printSteps({ print }: Output, json: boolean | undefined): void {
  const new_secret = newSecret()
  const steps = [
    'Set TRANSOM_JWT_SECRET_PREVIOUS to the new secret everywhere, and restart all processes one by one: all accept it.',
    'Set TRANSOM_JWT_SECRET to the new secret and TRANSOM_JWT_SECRET_PREVIOUS to the old one, and restart all one by one: they sign with it.',
    'After 30 days unset TRANSOM_JWT_SECRET_PREVIOUS, and restart all one by one: the old one is no longer valid.',
  ]
  if (json) {
    print(toJson({ new_secret, steps }))
    return
  }
  print('The secrets are in your settings, which this command cannot change. Nothing was changed.')
  print(`A new secret, which is not shown again: ${new_secret}`)
  for (const [i, step] of steps.entries()) print(`${i + 1}. ${step}`)
}
