// Ends with 0 when the server of this container is ready: the image has no curl, and needs none.
const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const own = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST
const host = own.includes(':') ? `[${own}]` : own
try {
  const signal = AbortSignal.timeout(6000)
  const answer = await fetch(`http://${host}:${PORT}/readyz`, { signal })
  console.log(await answer.text())
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  console.log(String(error.cause ?? error))
  process.exitCode = 1
}
