import { readFile } from 'node:fs/promises';

/** Longest text that is read, in bytes. */
const LONGEST = 32 * 1024 * 1024;
const TIMEOUT = 15_000;
const MOST_REDIRECTS = 3;

/** The origin of an http or https address; null for a file. */
export function originOf(source: string): string | null {
  return /^https?:\/\//i.test(source) ? new URL(source).origin : null;
}

/**
 * The text of a file, or of an http or https address. Redirects are followed within the site only.
 * @throws Error that names the file or address
 */
export async function readSource(source: string): Promise<string> {
  if (originOf(source) === null) {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(source))
      throw new Error(`${source} is neither a file nor an http or https address.`);
    return readFile(source, 'utf8');
  }
  let address = source;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const answer = await ask(address);
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || !location) return readAnswer(address, answer);
    await answer.body?.cancel();
    const next = new URL(location, address).href;
    if (originOf(next) !== originOf(address)) throw new Error(`${address} redirects to another site: ${next}`);
    address = next;
  }
  throw new Error(`${source} redirects too often.`);
}

async function ask(address: string): Promise<Response> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    throw new Error(`${address} did not answer (${cause?.code ?? (error as Error).name}).`);
  }
}

async function readAnswer(address: string, answer: Response): Promise<string> {
  if (answer.status === 410) throw new Error(`${address}: the article was withdrawn (410).`);
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}.`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > LONGEST) throw new Error(`${address} sent more than ${LONGEST} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
