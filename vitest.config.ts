import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { CountsReporter } from './test/support/counts-reporter.ts'

const NEEDS_DATABASE = '**/*.{db,sqlite,postgres}.test.ts'

/** Files share workers and what these have loaded, which takes half of the time. Each leaves nothing behind. */
const SHARED_WORKERS = { isolate: false, restoreMocks: true, unstubEnvs: true }

/** Tests beside the code. Those that start processes, or wait, are `slow`: `npm run test:quick` leaves them out. */
function withoutDatabase(name: 'unit' | 'slow', suffix: '' | '.slow', exclude: string[]) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`{src,scripts,bench,test/support,web,packages/*/test}/**/*${suffix}.test.ts`],
      exclude,
      ...SHARED_WORKERS,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }
}

/** Everything that needs a database runs once on each: `*.sqlite.test.ts` and `*.postgres.test.ts` on one only. */
function onDatabase(name: 'sqlite' | 'postgres') {
  return {
    extends: true as const,
    test: {
      name,
      include: [`{src,test}/**/*.{db,${name}}.test.ts`, 'test/acceptance/**/*.test.ts'],
      exclude: [`**/*.${name === 'sqlite' ? 'postgres' : 'sqlite'}.test.ts`],
      ...SHARED_WORKERS,
      globalSetup: './test/support/global-setup.ts',
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }
}

/** The console in a Chromium, on the embedded database. */
const inBrowser = {
  extends: true as const,
  test: {
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['./test/support/global-setup.ts', './test/browser/global-setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  // The client as it is, not as it was last built.
  resolve: {
    alias: { '@transom/client': join(import.meta.dirname, 'packages/client/src/index.ts') },
  },
  test: {
    // Limits are for what hangs, not for what is slow: a busy machine may take ten times as long as an idle one.
    expect: { poll: { timeout: 10_000 } },
    // More than there are cores: a file's tests and their servers use a core for a third of the time, and else wait.
    maxWorkers: availableParallelism() + 4,
    reporters: ['default', new CountsReporter()],
    projects: [
      withoutDatabase('unit', '', ['**/*.slow.test.ts', NEEDS_DATABASE]),
      withoutDatabase('slow', '.slow', []),
      onDatabase('sqlite'),
      onDatabase('postgres'),
      inBrowser,
    ],
  },
})
