import './check-node.js'
import './compile-cache.js'

// A server loads no command.
const [mode, ...options] = process.argv.slice(2)
const isServer = (mode === 'serve' || mode === 'work') && options.length === 0
await (isServer ? import('../src/server/main.ts') : import('../src/cli/program.ts'))
