/** Runs every `check:*` script of package.json side by side, and prints what the failed ones say. */
import { exec } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Result {
  name: string
  failed: boolean
  output: string
  seconds: number
}

const ROOT = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'))
const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`

const results = await Promise.all(checks.map((name) => run(name, scripts[name])))
for (const { name, failed, output, seconds } of results) {
  console.log(`${failed ? 'FAILED' : 'ok    '} ${name} (${seconds.toFixed(1)} s)`)
  if (failed) console.log(output)
}
if (results.some(({ failed }) => failed)) process.exitCode = 1

function run(name: string, command: string): Promise<Result> {
  const began = performance.now()
  const options = { cwd: ROOT, env: { ...process.env, PATH }, maxBuffer: 64 * 2 ** 20 }
  return new Promise((resolve) => {
    exec(command, options, (error, stdout, stderr) => {
      const seconds = (performance.now() - began) / 1000
      resolve({ name, failed: error !== null, output: stdout + stderr, seconds })
    })
  })
}
