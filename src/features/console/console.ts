import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Built, listBuilt, PROJECT_BUILDS, readBuilt } from './build/built.ts'
import { fingerprint, hasSources } from './build/fingerprint.ts'

const BUILD = join(import.meta.dirname, 'build/build-console.ts')
/** The sources may change during a build. */
const MOST_BUILDS = 3
/** The last lines say why a build failed. */
const OUTPUT_LIMIT = 4_000
/** Requests come before the build. */
const LOW_PRIORITY = 10

export type ConsoleState = { name: 'preparing' | 'failed' | 'absent'; built?: undefined } | { built: Built }

interface ConsoleOptions {
  log: Logger
  /** Where the console is built when the project's own folder is read-only. */
  dataDir: string
}

/** The console's files: found, or built by a child process, after `prepare`. */
export class ConsoleFiles {
  readonly #log: Logger
  readonly #dataFolder: string
  #state: ConsoleState = { name: 'preparing' }
  #preparation: Promise<void> | undefined
  readonly #stop = new AbortController()

  constructor({ log, dataDir }: ConsoleOptions) {
    this.#log = log
    this.#dataFolder = join(dataDir, 'console')
  }

  get state(): ConsoleState {
    return this.#state
  }

  /** Finds the console that belongs to the sources, or builds it. Never throws: the page and the log say what is wrong. */
  prepare(): Promise<void> {
    this.#preparation ??= this.#prepare().finally(() => {
      this.#preparation = undefined
    })
    return this.#preparation
  }

  /** Ends a running build. */
  stop(): void {
    this.#stop.abort()
  }

  async #prepare(): Promise<void> {
    this.#state = { name: 'preparing' }
    try {
      const built = hasSources() ? await this.#findOrBuild() : await this.#findAny()
      this.#state = built ? { built } : { name: 'absent' }
    } catch (err) {
      if (this.#stop.signal.aborted) return
      this.#state = { name: 'failed' }
      this.#log.error({ err }, 'the console could not be built; everything else works')
    }
  }

  async #findOrBuild(): Promise<Built> {
    for (let builds = 0; ; builds++) {
      const built = await readBuilt([PROJECT_BUILDS, this.#dataFolder], await fingerprint())
      if (built) return built
      if (builds === MOST_BUILDS) throw new Error('The sources changed during each build.')
      const began = performance.now()
      await this.#build(isWritable(PROJECT_BUILDS) ? PROJECT_BUILDS : this.#dataFolder)
      this.#log.info({ ms: Math.round(performance.now() - began) }, 'the console was built')
    }
  }

  async #findAny(): Promise<Built | undefined> {
    const [newest] = await listBuilt(PROJECT_BUILDS)
    return newest === undefined ? undefined : readBuilt([PROJECT_BUILDS], newest)
  }

  async #build(folder: string): Promise<void> {
    const child = spawn(process.execPath, [BUILD, folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: this.#stop.signal,
    })
    const exited = once(child, 'exit')
    if (child.pid) setPriority(child.pid, LOW_PRIORITY)
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_LIMIT)
    })
    const [code, signal] = await exited
    if (code !== 0) throw new Error(`The build ended with ${code ?? signal}.\n${output}`)
  }
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
