import { serveChild } from '#runtime/child-process.ts';
import { type FetchOptions, fetchPage } from '#runtime/fetch-page.ts';

// A child process that asks a few addresses of other sites whether they answer.

export type HttpsJob = { addresses: readonly string[]; options: FetchOptions };
/** The page is there; the server answers, without the page; there is no answer. */
export type HttpsAnswer = 'there' | 'missing' | 'silent';

const AT_ONCE = 4;
/** Answers for readers who are not people with a browser: the page is there. */
const HELD_BACK = [401, 403, 405, 406, 429];

serveChild<HttpsJob, HttpsAnswer[]>(async ({ addresses, options }) => {
  const answers: HttpsAnswer[] = addresses.map(() => 'silent');
  const waiting = addresses.entries();
  const askOn = async () => {
    for (const [at, address] of waiting) answers[at] = await ask(address, options);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return answers;
});

async function ask(address: string, options: FetchOptions): Promise<HttpsAnswer> {
  try {
    const { status } = await fetchPage(address, options);
    return status < 300 || HELD_BACK.includes(status) ? 'there' : 'missing';
  } catch {
    return 'silent';
  }
}
