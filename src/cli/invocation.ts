import { relative } from 'node:path'

/** Returns how the person at the terminal called Transom, as the beginning of another command. */
export function howCalled(env: NodeJS.ProcessEnv, [, script = '']: readonly string[]): string {
  if (env.npm_lifecycle_event === 'transom') {
    const { INIT_CWD: from = '', npm_config_local_prefix: root = '' } = env
    const inside = from === root || from.startsWith(`${root}/`)
    return inside ? 'npm run -s transom --' : `npm --prefix ${root} run -s transom --`
  }
  // Set by bin/transom, which was called in this way.
  if (env._TRANSOM) return env._TRANSOM
  return `node ${relative(process.cwd(), script) || script}`
}
