/** Milliseconds of processor time that this takes: what else the machine does meanwhile counts for nothing. */
export function processorTime(run: () => void): number {
  const begun = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
