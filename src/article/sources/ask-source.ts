import type { Cited, Look, Manner } from './ask-types.ts';
import { fetchPage, type Page, type Resolve, Unreached } from './fetch-page.ts';
import { foldWords, wordsOfPage } from './page-text.ts';
import { mayAsk } from './robots.ts';

/** As what a robots.txt may name us. */
export const ROBOT = 'plumbline';

/** Asks one cited address, if its site lets programs, and looks for the quotes in what it answers. */
export async function askSource({ url, quotes }: Cited, manner: Manner, resolve?: Resolve): Promise<Look> {
  try {
    if (!(await isLet(url, manner, resolve))) return unknown(url, null, 'Its robots.txt asks programs to stay away.');
    const page = await fetchPage(url, manner, resolve);
    const { status } = page;
    if (status === 404 || status === 410) return { url, state: 'gone', status, trouble: `It answers ${status}.` };
    if (status < 200 || status > 299) return unknown(url, status, `It answers ${status}.`);
    return { url, state: 'here', status, missing: missingIn(page, quotes) };
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    if (error.isGone) return { url, state: 'gone', status: null, trouble: error.message };
    return unknown(url, null, error.message);
  }
}

/** A site without a robots.txt, or with none that can be read, lets everybody (RFC 9309, 2.3.1). */
async function isLet(url: string, manner: Manner, resolve?: Resolve): Promise<boolean> {
  const { origin, pathname, search } = new URL(url);
  const page = await fetchPage(`${origin}/robots.txt`, manner, resolve);
  if (page.status >= 500) throw new Unreached('Its robots.txt cannot be read now.');
  if (page.status !== 200) return true;
  return mayAsk(page.body.toString('utf8'), ROBOT, pathname + search);
}

/** The quotes that the page does not hold; null where it was not read to its end, or is no text. */
function missingIn({ body, type, isWhole }: Page, quotes: readonly string[]): string[] | null {
  if (quotes.length === 0) return [];
  const words = wordsOfPage(body, type);
  if (words === null) return null;
  const missing = quotes.filter((quote) => !words.includes(foldWords(quote)));
  return missing.length === 0 || isWhole ? missing : null;
}

function unknown(url: string, status: number | null, trouble: string): Look {
  return { url, state: 'unknown', status, trouble };
}
