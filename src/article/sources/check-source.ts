import { type FetchOptions, fetchPage, type Page, type Resolve, Unreached } from './fetch-page.ts';
import { foldWords, wordsOfPage } from './page-text.ts';

/** A cited address, and the quotes from it in settlements. */
export type CitedSource = { url: string; quotes: readonly string[] };

/**
 * The result of a check. `here`: the page exists; `missing` lists the quotes that its text does not contain, null when the text
 * could not be read completely or is not text. `gone`: it answers 404 or 410, or its host name does not exist. `unknown`: the
 * check could not decide, for the reason in `trouble`.
 */
export type SourceResult =
  | { url: string; state: 'here'; status: number; missing: string[] | null }
  | { url: string; state: 'gone'; status: number | null; trouble: string }
  | { url: string; state: 'unknown'; status: number | null; trouble: string };

/** A checked address, and the number of figures that have to be checked again because of it. */
export type CheckedSource = { look: SourceResult; again: number };

export type SourceCheckJob = { cited: readonly CitedSource[]; manner: FetchOptions };

/** The name that a robots.txt can use for this check. */
export const ROBOT = 'plumbline';

/** Fetches a cited address, if its robots.txt allows it, and searches the answer for the quotes. */
export async function checkSource(
  { url, quotes }: CitedSource,
  manner: FetchOptions,
  resolve?: Resolve,
): Promise<SourceResult> {
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

/** A site without a readable robots.txt allows everybody (RFC 9309, 2.3.1). */
async function isLet(url: string, manner: FetchOptions, resolve?: Resolve): Promise<boolean> {
  const { origin, pathname, search } = new URL(url);
  const page = await fetchPage(`${origin}/robots.txt`, manner, resolve);
  if (page.status >= 500) throw new Unreached('Its robots.txt cannot be read now.');
  if (page.status !== 200) return true;
  return isAllowedByRobots(page.body.toString('utf8'), ROBOT, pathname + search);
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
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !toEnd || at === path.length;
}
