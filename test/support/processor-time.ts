/**
 * Milliseconds of processor time that this thread spent on `work`. Unlike elapsed time it does not grow when other tests
 * use the processors.
 */
export function processorTime(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The same for asynchronous work. Other work of the thread in that time counts too. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
