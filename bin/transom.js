import './check-node.js'

// Keeps compiled code and stripped types between starts: later ones take half the time.
const { enableCompileCache } = await import('node:module')
enableCompileCache(`${import.meta.dirname}/../.cache/compiled`)

// A server loads no command.
const [mode, ...options] = process.argv.slice(2)
const isServer = (mode === 'serve' || mode === 'work') && options.length === 0
await (isServer ? import('../src/server/main.ts') : import('../src/cli/program.ts'))
