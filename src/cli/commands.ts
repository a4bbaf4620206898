import { readConfig } from '../config.ts'
import { addressOf } from '../server/address.ts'
import type { CommandParts } from './parts.ts'

type Add = (parts: CommandParts) => Promise<void>

interface CommandGroup {
  heading: string
  /** The first words of its commands. */
  names: readonly string[]
  add: Add
}

const SET_UP = 'Set up:'
const LOOK = 'See what there is:'
const MAINTAIN = 'Look after the server:'

/** Loads and adds the commands that start with this word, or all of them for the help. */
export async function addCommands(parts: CommandParts, word: string | undefined): Promise<void> {
  const meant = GROUPS.filter(({ names }) => names.includes(word ?? ''))
  for (const { heading, add } of meant.length > 0 ? meant : GROUPS) {
    parts.program.commandsGroup(heading)
    await add(parts)
  }
}

const GROUPS: readonly CommandGroup[] = [
  {
    heading: 'Run:',
    names: ['serve', 'work', 'migrate', 'demo'],
    async add(parts) {
      const { registerRunCommands } = await import('./cli-run.ts')
      registerRunCommands(parts)
    },
  },
  {
    heading: SET_UP,
    names: ['init'],
    async add({ program, context, output, terminal, env }) {
      const { registerInitCommand } = await import('../features/setup/init/cli.ts')
      const serverUrl = () => addressOf(readConfig(env))
      registerInitCommand(program, context.withFirstAdministration, output, { terminal, serverUrl })
    },
  },
  {
    heading: SET_UP,
    names: ['apply'],
    async add({ program, context, output }) {
      const { registerSetupCommands } = await import('../features/setup/cli.ts')
      registerSetupCommands(program, context.withFirstAdministration, output)
    },
  },
  {
    heading: SET_UP,
    names: ['dealers', 'groups', 'territories'],
    async add({ program, context, output, terminal }) {
      const [imports, dealers, groups, territories] = await Promise.all([
        import('../features/dealer-imports/cli.ts'),
        import('../features/dealers/cli/dealers.ts'),
        import('../features/dealers/cli/groups.ts'),
        import('../features/dealers/cli/territories.ts'),
      ])
      imports.registerImportCommands(program, context.withAdministration, output, terminal)
      groups.registerGroupCommands(program, context.withAdministration, output)
      dealers.registerDealerCommands(program, context.withAdministration, output)
      territories.registerTerritoryCommands(program, context.withAdministration, output)
    },
  },
  {
    heading: SET_UP,
    names: ['brands'],
    async add({ program, context, output, terminal }) {
      const { registerBrandCommands } = await import('../features/brands/cli.ts')
      registerBrandCommands(program, context.withAdministration, output, terminal)
    },
  },
  {
    heading: SET_UP,
    names: ['postal-codes'],
    async add({ program, context, output }) {
      const { registerPostalCommands } = await import('../features/postal-codes/cli.ts')
      registerPostalCommands(program, context.withDatabase, context.withFirstDatabase, output)
    },
  },
  {
    heading: SET_UP,
    names: ['users'],
    async add({ program, context, output, terminal }) {
      const { registerUserCommands } = await import('../features/access/cli-users.ts')
      registerUserCommands(program, context.withDatabase, output, terminal)
    },
  },
  {
    heading: SET_UP,
    names: ['tokens'],
    async add({ program, context, output, terminal }) {
      const { registerTokenCommands } = await import('../features/access/cli-tokens.ts')
      registerTokenCommands(program, context.withDatabase, output, terminal)
    },
  },
  {
    heading: SET_UP,
    names: ['keys'],
    async add({ program, context, output, env }) {
      const { registerKeyCommands } = await import('../features/keys/cli.ts')
      registerKeyCommands(program, () => readConfig(env), context.withFirstDatabase, output)
    },
  },
  {
    heading: LOOK,
    names: ['locate'],
    async add({ program, context, output }) {
      const { registerLocateCommand } = await import('../features/locator/cli.ts')
      registerLocateCommand(program, context.withLocator, output)
    },
  },
  {
    heading: LOOK,
    names: ['warranties'],
    async add({ program, context, output }) {
      const { registerWarrantyCommands } = await import('../features/warranties/cli/cli.ts')
      registerWarrantyCommands(program, context.withWarranties, output)
    },
  },
  {
    heading: LOOK,
    names: ['deliveries'],
    async add({ program, context, output, terminal }) {
      const { registerDeliveryCommands } = await import('../features/deliveries/cli.ts')
      registerDeliveryCommands(program, context.withDeliveries, output, terminal)
    },
  },
  {
    heading: LOOK,
    names: ['leads'],
    async add({ program, context, output }) {
      const { registerLeadCommands } = await import('../features/leads/cli.ts')
      registerLeadCommands(program, context.withLeads, output)
    },
  },
  {
    heading: LOOK,
    names: ['audit'],
    async add({ program, context, output }) {
      const { registerAuditCommands } = await import('../features/audit/cli.ts')
      registerAuditCommands(program, context.withAudit, output)
    },
  },
  {
    heading: LOOK,
    names: ['person'],
    async add({ program, context, output, terminal }) {
      const { registerPersonCommands } = await import('../features/privacy/cli.ts')
      registerPersonCommands(program, context.withPrivacy, output, terminal)
    },
  },
  {
    heading: MAINTAIN,
    names: ['backup', 'restore'],
    async add({ program, context, output }) {
      const { registerBackupCommands } = await import('../features/backups/cli.ts')
      registerBackupCommands(program, context.backupSource, output)
    },
  },
  {
    heading: MAINTAIN,
    names: ['doctor'],
    async add({ program, output, env }) {
      const [{ registerDoctorCommand }, { withChecks }] = await Promise.all([
        import('../features/doctor/cli.ts'),
        import('./checks.ts'),
      ])
      registerDoctorCommand(program, (mailTo, work) => withChecks(env, mailTo, work), output)
    },
  },
]
