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

/** Milliseconds of processor time of the longest turn of the event loop in asynchronous work: what others wait for. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let isOver = false;
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return longest;
}

/** The same for asynchronous work. Other work of the thread in that time counts too. */
export async function processorTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
