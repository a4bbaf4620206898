/** Returns the milliseconds of processor time that this takes, whatever else the machine does. */
export function processorTime(run: () => void): number {
  const begun = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}
