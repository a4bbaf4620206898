/** Handles a host's messages: `{ id, ...request }` is answered with `{ id, result }` or `{ id, error }`. */
export function answerMessages<T>(
  handle: (request: T) => Promise<unknown>,
  release: () => Promise<void> = async () => {},
): void {
  process.on('message', async (message: { id: number; release?: true } & T) => {
    if (message.release) {
      await release()
      process.send!({})
      return
    }
    const { id } = message
    try {
      process.send!({ id, result: await handle(message) })
    } catch (error) {
      process.send!({ id, error: error instanceof Error ? error.message : String(error) })
    }
  })
  // The test run has ended.
  process.on('disconnect', () => process.exit())
}
