/** Hashes with the server's parameters on all cores and prints the rate. */
import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { readSettings } from './settings.ts'

const { seconds } = readSettings<{ seconds: number }>()
const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const message = Buffer.from('correct horse battery staple')
const nonce = randomBytes(16)

const end = performance.now() + seconds * 1000
let hashes = 0
async function hash(): Promise<void> {
  while (performance.now() < end) {
    await derive('argon2id', { message, nonce, ...cost })
    if (performance.now() <= end) hashes++
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, hash))
console.log(hashes / seconds)
