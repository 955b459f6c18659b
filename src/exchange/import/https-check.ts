import { runInChild } from '#runtime/child-process.ts';
import type { FetchOptions, LocalPorts } from '#runtime/fetch-page.ts';
import type { HttpsAnswer, HttpsJob } from './https-child.ts';

// Asks whether the addresses of http links answer by https. Each is asked once in a run.

const CHILD = new URL('./https-child.ts', import.meta.url);
const CHILD_BOUNDS = { memory: 256 * 1024 * 1024, time: 15_000 };
/** Addresses for one process; four are asked at the same time, each for at most 5 s. */
const AT_ONCE = 20;
/** Most addresses that one run asks, and the milliseconds for all of them. */
const MOST_ASKED = 5000;
const MOST_TIME = 10 * 60_000;
/** Addresses of one host that gave no answer, after which the host is asked no more. */
const MOST_FAILURES = 2;

export type HttpsCheck = {
  /** Asks the addresses that are not known yet; `hold` is called before each batch. */
  ask(addresses: readonly string[], hold: () => Promise<void>): Promise<void>;
  /** The https address of an http address that was asked, with its fragment; null where it did not answer. */
  answerOf(address: string): string | null;
};

export function openHttpsCheck({ baseUrl, rehearsal }: { baseUrl: string; rehearsal?: LocalPorts }): HttpsCheck {
  const answers = new Map<string, boolean>();
  const failures = new Map<string, number>();
  let time = 0;
  /** One article after another, so that no address is asked twice. */
  let last = Promise.resolve();
  const options: FetchOptions = {
    userAgent: `Mozilla/5.0 (compatible; plumbline; +${baseUrl}/about)`,
    limits: { hops: 4, milliseconds: 5000, bytes: 1 },
    ...(rehearsal && { rehearsal }),
  };

  async function askSome(keys: readonly string[]): Promise<void> {
    const began = performance.now();
    const got = await runInChild<HttpsJob, HttpsAnswer[]>(CHILD, { addresses: keys, options }, CHILD_BOUNDS);
    time += performance.now() - began;
    for (const [at, key] of keys.entries()) {
      const answer = got?.[at] ?? 'silent';
      answers.set(key, answer === 'there');
      const host = hostOf(key);
      if (answer === 'silent') failures.set(host, (failures.get(host) ?? 0) + 1);
    }
  }

  async function askOpen(addresses: readonly string[], hold: () => Promise<void>): Promise<void> {
    const keys = new Set(addresses.map(httpsOf).filter((key) => key !== null));
    const isOpen = (key: string) => !answers.has(key) && (failures.get(hostOf(key)) ?? 0) < MOST_FAILURES;
    for (;;) {
      const room = Math.min(AT_ONCE, MOST_ASKED - answers.size);
      const open = time >= MOST_TIME ? [] : [...keys].filter(isOpen).slice(0, room);
      if (open.length === 0) return;
      await hold();
      await askSome(open);
    }
  }

  return {
    ask: (addresses, hold) => {
      last = last.catch(() => {}).then(() => askOpen(addresses, hold));
      return last;
    },
    answerOf: (address) => {
      const key = httpsOf(address);
      return key !== null && answers.get(key) === true ? key + (URL.parse(address)?.hash ?? '') : null;
    },
  };
}

/** The same address by https, without a fragment; null for one with a port, which would be another server. */
function httpsOf(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' || url.port !== '') return null;
  url.protocol = 'https:';
  url.hash = '';
  return url.href;
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? '';
}
