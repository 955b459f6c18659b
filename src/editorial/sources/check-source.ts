import type { ChangedPassage } from '#article/gate-entry.ts';
import { normalizeText } from '#core/text.ts';
import { findNumber } from '#evidence/lookup/find-number.ts';
import { indexSource } from '#evidence/lookup/index-source.ts';
import { tellCandidate } from '#evidence/lookup/passage.ts';
import { readSource } from '#evidence/open/read-source.ts';
import { type FetchOptions, fetchPage, type Page, type Resolve, Unreached } from '#runtime/fetch-page.ts';

/** A cited address: the quotes from it that people typed in settlements, and the passages in which numbers were found. */
export type CitedSource = { url: string; quotes: readonly string[]; passages?: readonly FoundNumber[] };

/** A number that was found in a source, with the words around it then. `id`: the settlement. */
export type FoundNumber = { id: string; says: string; quote: string };

/** A number that is not in its passage any more, and what the source says there now. */
export type ChangedNumber = { id: string; now: ChangedPassage };

/**
 * The result of a check. `here`: the page exists; `missing` lists the quotes that its text does not contain, null when the text could not
 * be read completely or is not text; `changed` lists the numbers that are not in their passage. `gone`: the page answers 404 or 410, or its
 * host name does not exist. `unknown`: the check could not decide, for the reason in `trouble`.
 */
export type SourceResult =
  | { url: string; state: 'here'; status: number; missing: string[] | null; changed?: ChangedNumber[] }
  | { url: string; state: 'gone'; status: number | null; trouble: string }
  | { url: string; state: 'unknown'; status: number | null; trouble: string };

/** A checked address, and the number of figures that have to be checked again because of it. */
export type CheckedSource = { look: SourceResult; again: number };

export type SourceCheckJob = { cited: readonly CitedSource[]; manner: FetchOptions };

/** The name that a robots.txt can use for this check. */
const ROBOT = 'plumbline';

/** Fetches a cited address, if its robots.txt allows it, and searches the answer for the quotes. */
export async function checkSource(
  { url, quotes, passages = [] }: CitedSource,
  manner: FetchOptions,
  resolve?: Resolve,
): Promise<SourceResult> {
  try {
    if (!(await isAllowed(url, manner, resolve)))
      return unknown(url, null, 'Its robots.txt asks programs to stay away.');
    const page = await fetchPage(url, manner, resolve);
    const { status } = page;
    if (status === 404 || status === 410) return { url, state: 'gone', status, trouble: `It answers ${status}.` };
    if (status < 200 || status > 299) return unknown(url, status, `It answers ${status}.`);
    const changed = await changedIn(page, passages);
    return { url, state: 'here', status, missing: missingIn(page, quotes), ...(changed.length > 0 && { changed }) };
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    if (error.isGone) return { url, state: 'gone', status: null, trouble: error.message };
    return unknown(url, null, error.message);
  }
}

/** A site without a readable robots.txt allows everybody (RFC 9309, 2.3.1). */
export async function isAllowed(url: string, manner: FetchOptions, resolve?: Resolve): Promise<boolean> {
  const { origin, pathname, search } = new URL(url);
  const page = await fetchPage(`${origin}/robots.txt`, manner, resolve);
  if (page.status >= 500) throw new Unreached('Its robots.txt cannot be read now.');
  if (page.status !== 200) return true;
  return isAllowedByRobots(page.body.toString('utf8'), ROBOT, pathname + search);
}

/**
 * The numbers that are no longer in their passage of the source. It looks each number up again instead of comparing the quote word by word,
 * because the quote of a table cell includes its heads, and a page may say the same in other words. Empty when the page was not read
 * completely or is not text.
 */
async function changedIn(
  { body, type, isWhole, url }: Page,
  passages: readonly FoundNumber[],
): Promise<ChangedNumber[]> {
  const claims = passages.filter(({ says, quote }) => quote.includes(says));
  if (claims.length === 0 || !isWhole || wordsOfPage(body, type) === null) return [];
  const source = await readSource(body, type, new URL(url).pathname).catch(() => null);
  if (!source?.isWhole) return [];
  const index = indexSource(source);
  return claims.flatMap(({ id, says, quote }) => {
    const claim = { text: says, sentence: quote, at: quote.indexOf(says) };
    const { state, candidates } = findNumber(index, claim);
    const [nearest] = candidates;
    return state === 'found' ? [] : [{ id, now: { state, ...(nearest && tellCandidate(nearest)) } }];
  });
}

/** The quotes that the page does not contain; null when it was not read completely, or is not text. */
function missingIn({ body, type, isWhole }: Page, quotes: readonly string[]): string[] | null {
  if (quotes.length === 0) return [];
  const words = wordsOfPage(body, type);
  if (words === null) return null;
  const missing = quotes.filter((quote) => !words.includes(foldWords(quote)));
  return missing.length === 0 || isWhole ? missing : null;
}

function unknown(url: string, status: number | null, trouble: string): SourceResult {
  return { url, state: 'unknown', status, trouble };
}

/** Whether a robots.txt allows the robot `name` to fetch a path (RFC 9309). */
export function isAllowedByRobots(robots: string, name: string, path: string): boolean {
  const groups = groupsOf(robots);
  const own = groups.filter(({ agents }) => agents.includes(name.toLowerCase()));
  const rules = (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap(
    (group) => group.rules,
  );
  const fitting = rules.filter(({ pattern }) => fits(pattern, path));
  const [longest] = fitting.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
  return longest?.allow ?? true;
}

type Group = { agents: string[]; rules: { allow: boolean; pattern: string }[] };

function groupsOf(robots: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of robots.split(/\r\n?|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
    const said = value.trim();
    if (/^user-agent$/i.test(key)) {
      if (!isNaming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(said.toLowerCase());
      isNaming = true;
    } else if (/^(?:dis)?allow$/i.test(key)) {
      isNaming = false;
      if (said !== '') groups.at(-1)?.rules.push({ allow: /^allow$/i.test(key), pattern: said });
    }
  }
  return groups;
}

/** `*` matches any characters, `$` at the end matches the end. Matched part by part, so that no pattern takes long. */
function fits(pattern: string, path: string): boolean {
  const toEnd = pattern.endsWith('$');
  const [first = '', ...rest] = (toEnd ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    if (toEnd && index === rest.length - 1) return path.length - part.length >= at && path.endsWith(part);
    const start = path.indexOf(part, at);
    if (start === -1) return false;
    at = start + part.length;
  }
  return !toEnd || at === path.length;
}

/** The words of a page, folded so that typography does not matter for finding a quote; null when it is not text. */
export function wordsOfPage(body: Buffer, type: string): string | null {
  const kind = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^(?:text\/(?:html|plain|markdown|csv)|application\/(?:xhtml\+xml|json))$/.test(kind)) return null;
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  const text = decode(body, charset);
  return text === null ? null : foldWords(/html/.test(kind) ? withoutMarkup(text) : text);
}

/** Folds words for comparison: only letters and digits count, not quotation marks, dashes or spaces. */
function foldWords(text: string): string {
  return normalizeText(text, 'NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[^\p{L}\p{N}%$€£.,]+/gu, ' ')
    .replace(/[.,](?!\p{N})/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

function decode(body: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return null;
  }
}

/** The text of an HTML page, without a full parser. The time is linear in its length. */
function withoutMarkup(page: string): string {
  const parts: string[] = [];
  const rest = page
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ');
  let from = 0;
  while (from < rest.length) {
    const open = rest.indexOf('<', from);
    if (open === -1) break;
    parts.push(rest.slice(from, open));
    const close = rest.indexOf('>', open);
    if (close === -1) {
      from = rest.length;
      break;
    }
    // An inline tag, such as emphasis, does not separate words.
    parts.push(
      /^<\/?(?:a|abbr|b|cite|code|em|i|mark|q|s|small|span|strong|sub|sup|time|u)\b/i.test(rest.slice(open, open + 12))
        ? ''
        : ' ',
    );
    from = close + 1;
  }
  return entities(parts.join('') + rest.slice(from));
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  deg: '°',
  frac12: '½',
  times: '×',
  thinsp: ' ',
  ensp: ' ',
  emsp: ' ',
  shy: '',
};

function entities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,10}));/gi, (whole, digits, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? ' ';
    const point = Number.parseInt(digits ?? hex, digits === undefined ? 16 : 10);
    return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : whole;
  });
}
