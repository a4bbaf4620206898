// Nothing may be imported above this check: an older Node ends with a segmentation fault in native code.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `Transom needs Node 24 or newer; this is ${process.versions.node}. Start it with npm (npm start), which brings its own.`,
  )
  process.exit(1)
}

// Keeps compiled code and stripped types between starts: later ones take half the time and 20 MB less.
const { enableCompileCache } = await import('node:module')
enableCompileCache(`${import.meta.dirname}/../.cache/compiled`)

const { runServer } = await import('./serve.ts')
await runServer(process.argv[2] ?? 'serve', process.env)

export {}
