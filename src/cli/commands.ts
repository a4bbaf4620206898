import { describeSettings, readConfig } from '../config.ts'
import { addressOf } from '../server/address.ts'
import type { CommandParts } from './parts.ts'

type Add = (parts: CommandParts) => Promise<void>

/** Loads and adds the commands that start with this word, or all of them for the help. */
export async function addCommands(parts: CommandParts, word: string | undefined): Promise<void> {
  const all = Object.entries(GROUPS).flatMap(([heading, groups]) =>
    Object.entries(groups).map(([names, add]) => ({ heading, names: names.split(' '), add })),
  )
  const meant = all.filter(({ names }) => names.includes(word ?? ''))
  for (const { heading, add } of meant.length > 0 ? meant : all) {
    parts.program.commandsGroup(heading)
    await add(parts)
  }
}

/** The functions that add commands, by the headings of the help and the commands' first words. */
const GROUPS: Record<string, Record<string, Add>> = {
  'Run:': {
    async 'serve work migrate demo'(parts) {
      const { registerRunCommands } = await import('./cli-run.ts')
      registerRunCommands(parts)
    },
  },
  'Set up:': {
    async init({ program, context, output, terminal, env }) {
      const { registerInitCommand } = await import('../features/setup/init/cli.ts')
      const serverUrl = () => addressOf(readConfig(env))
      registerInitCommand(program, context.withFirstAdministration, output, { terminal, serverUrl })
    },
    async apply({ program, context, output }) {
      const { registerSetupCommands } = await import('../features/setup/cli.ts')
      registerSetupCommands(program, context.withFirstAdministration, output)
    },
    async 'dealers groups territories'({ program, context, output, terminal }) {
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
    async brands({ program, context, output, terminal }) {
      const { registerBrandCommands } = await import('../features/brands/cli.ts')
      registerBrandCommands(program, context.withAdministration, output, terminal)
    },
    async 'postal-codes'({ program, context, output }) {
      const { registerPostalCommands } = await import('../features/postal-codes/cli.ts')
      registerPostalCommands(program, context.withDatabase, context.withFirstDatabase, output)
    },
    async 'event-endpoints'({ program, context, output }) {
      const { registerEndpointCommands } = await import('../features/events/cli.ts')
      registerEndpointCommands(program, context.withEvents, output)
    },
    async users({ program, context, output, terminal }) {
      const { registerUserCommands } = await import('../features/access/cli-users.ts')
      registerUserCommands(program, context.withDatabase, output, terminal)
    },
    async tokens({ program, context, output, terminal }) {
      const { registerTokenCommands } = await import('../features/access/cli-tokens.ts')
      registerTokenCommands(program, context.withDatabase, output, terminal)
    },
    async keys({ program, context, output, env }) {
      const { registerKeyCommands } = await import('../features/keys/cli.ts')
      registerKeyCommands(program, () => readConfig(env), context.withDatabase, output)
    },
  },
  'See what there is:': {
    async locate({ program, context, output }) {
      const { registerLocateCommand } = await import('../features/locator/cli.ts')
      registerLocateCommand(program, context.withLocator, output)
    },
    async overview({ program, context, output }) {
      const { registerOverviewCommand } = await import('../features/overview/cli.ts')
      registerOverviewCommand(program, context.withLeads, output)
    },
    async warranties({ program, context, output, env }) {
      const [{ registerWarrantyCommands }, { registerCertificateCommand }] = await Promise.all([
        import('../features/warranties/cli/cli.ts'),
        import('../features/warranties/cli/certificate.ts'),
      ])
      registerWarrantyCommands(program, context.withWarranties, output)
      registerCertificateCommand(program, context.withWarranties, output, () => {
        const config = readConfig(env)
        return config.PUBLIC_URL ?? addressOf(config)
      })
    },
    async deliveries({ program, context, output, terminal }) {
      const { registerDeliveryCommands } = await import('../features/deliveries/cli.ts')
      registerDeliveryCommands(program, context.withDeliveries, output, terminal)
    },
    async events({ program, context, output }) {
      const { registerFeedCommand } = await import('../features/events/cli.ts')
      registerFeedCommand(program, context.withEvents, output)
    },
    async leads({ program, context, output }) {
      const { registerLeadCommands } = await import('../features/leads/cli.ts')
      registerLeadCommands(program, context.withLeads, output)
    },
    async registrations({ program, context, output }) {
      const { registerRegistrationCommands } = await import('../features/registrations/cli.ts')
      registerRegistrationCommands(program, context.withRegistrations, output)
    },
    async audit({ program, context, output }) {
      const { registerAuditCommands } = await import('../features/audit/cli.ts')
      registerAuditCommands(program, context.withAudit, output)
    },
    async person({ program, context, output, terminal }) {
      const { registerPersonCommands } = await import('../features/privacy/cli.ts')
      registerPersonCommands(program, context.withPrivacy, output, terminal)
    },
  },
  'Look after the server:': {
    async 'backup restore'({ program, context, output }) {
      const { registerBackupCommands } = await import('../features/backups/cli.ts')
      registerBackupCommands(program, context.backupSource, output)
    },
    async settings({ program, output, env }) {
      const { registerSettingsCommand } = await import('../features/system/cli.ts')
      registerSettingsCommand(program, () => describeSettings(readConfig(env)), output)
    },
    async doctor({ program, output, env }) {
      const [{ registerDoctorCommand }, { withChecks }] = await Promise.all([
        import('../features/doctor/cli.ts'),
        import('../checks.ts'),
      ])
      registerDoctorCommand(program, (mailTo, work) => withChecks(env, mailTo, work), output)
    },
  },
}
