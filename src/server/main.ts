import '../../bin/check-node.js'
import '../../bin/compile-cache.js'

const { runServer } = await import('./serve.ts')
await runServer(process.argv[2] ?? 'serve', process.env)
