import '../../bin/check-node.js'
import { enableCompileCache } from 'node:module'

// Keeps compiled code and stripped types between starts: later starts take half the time and 20 MB less.
enableCompileCache(`${import.meta.dirname}/../../.cache/compiled`)

const { runServer } = await import('./serve.ts')
await runServer(process.argv[2] ?? 'serve', process.env)
