import { readFileSync } from 'node:fs'

/** The version of this installation, from package.json: the only place that has it. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
