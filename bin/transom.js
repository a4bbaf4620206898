import './check-node.js'

await import('../src/cli.ts')
