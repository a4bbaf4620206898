import './check-node.js'

// Keeps compiled code and stripped types between starts: later ones take half the time.
const { enableCompileCache } = await import('node:module')
enableCompileCache(`${import.meta.dirname}/../.cache/compiled`)

await import('../src/cli/program.ts')
