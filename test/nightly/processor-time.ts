import assert from 'node:assert/strict';

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

/** Parsing these brackets fills much new memory and does little else. Whole requests with them took at most 51 ms where the bounds were set. */
const BRACKETS = '['.repeat(1_000_000);
const BRACKETS_TOOK = 40;

/**
 * How many times slower this machine gives new memory to a thread than the one on which bounds in milliseconds were set, at
 * least 1. The kernel does this work, and counts it as processor time of the thread: on some hosts it takes four times as long.
 */
export function memorySlowness(): number {
  const times = Array.from({ length: 5 }, () => processorTime(() => parseBrackets()));
  return Math.max(1, Math.min(...times) / BRACKETS_TOOK);
}

/** This much regular expression work took REFERENCE_TOOK milliseconds where the bounds were set. */
const REFERENCE = 'The crew set out the slab and wrote down every stop. '.repeat(1000);
const REFERENCE_TOOK = 40;

/** How many times slower this machine is at the moment than the quiet one on which bounds in milliseconds were set, at least 1. */
export function slowness(): number {
  const time = processorTime(() => {
    for (let round = 0; round < 40; round++) REFERENCE.match(/(?<!\p{L})w\p{Ll}+e(?!\p{L})/gu);
  });
  return Math.max(memorySlowness(), time / REFERENCE_TOOK);
}

/** Fails when `took` milliseconds of processor time are more than `most`, on a machine as fast as the quiet one. */
export function assertTook(took: number, most: number, words: string): void {
  if (took >= most) assert.ok(took < most * slowness(), words);
}

/**
 * Fails when four times the size takes `work` much more than four times as long. Both are measured in this run, so that the
 * speed of the machine does not matter. Work below `ignored` milliseconds is too short to be measured. Returns the milliseconds of the whole.
 */
export function assertLinear(name: string, size: number, work: (size: number) => void, ignored = 50): number {
  const cost = (of: number) => Math.min(...Array.from({ length: 3 }, () => processorTime(() => work(of))));
  const [small, large] = [cost(size / 4), cost(size)];
  assert.ok(large < 8 * small + ignored, `${name}: a quarter took ${small} ms, the whole ${large} ms`);
  return large;
}

function parseBrackets(): void {
  try {
    JSON.parse(BRACKETS);
  } catch {
    // They are never closed.
  }
}
