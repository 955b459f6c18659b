import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issuePath } from '../src/article/addresses.ts';
import { issueOf } from '../src/core/issue.ts';
import { slugOf } from '../src/core/text.ts';
import '../src/app.ts';
import { publicPages } from '../src/article/public-resources.ts';
import { EDITION } from '../src/server/seed/seed.ts';
import type { Target } from './check.ts';
import { FULL_ARTICLE } from './full-article.ts';
import { PUBLIC_SERIES } from './public-series.ts';
import { SENT_BRIEF } from './sent-brief.ts';

/** The issue of the quarter in which the first sample article appeared. */
const ISSUE = issuePath(issueOf(EDITION[0]?.publishedAt.slice(0, 10) ?? ''));

/** Every kind of public page. */
export const PAGES: Record<string, string> = {
  home: '/',
  section: '/robotics',
  'article-full': FULL_ARTICLE,
  article: '/benchmarks/how-a-number-is-settled',
  author: '/authors/plumbline-newsroom',
  tag: `/tags/${slugOf(EDITION[0]?.tags[0] ?? '')}`,
  month: `/archive/${new Date().toISOString().slice(0, 7)}`,
  ...Object.fromEntries(publicPages().map(({ path }) => [path.slice(1), path])),
  'advertise-check': '/advertise/check',
  'advertise-inquiry': '/advertise/inquiry',
  'one-series': PUBLIC_SERIES,
  issue: ISSUE,
  'brief-issue': SENT_BRIEF,
  'brief-subscribe': '/brief/subscribe',
  search: '/search',
  quote: '/quote',
  results: '/search?q=number',
  'no-results': '/search?q=nothingatall',
  api: '/api',
  'not-found': '/nothing/here',
  'sign-in': '/newsroom/sign-in',
};

/** Every kind of public Markdown text. */
export const MARKDOWN: Record<string, string> = {
  home: '/index.md',
  section: '/robotics.md',
  'article-full': `${FULL_ARTICLE}.md`,
  article: '/benchmarks/how-a-number-is-settled.md',
  author: '/authors/plumbline-newsroom.md',
  ...Object.fromEntries(publicPages().map(({ path }) => [path.slice(1), `${path}.md`])),
  'one-series': `${PUBLIC_SERIES}.md`,
  issue: `${ISSUE}.md`,
  'brief-issue': `${SENT_BRIEF}.md`,
  auth: '/auth.md',
  llms: '/llms.txt',
  'llms-section': '/robotics/llms.txt',
  'llms-full': '/llms-full.txt',
  'not-found': '/nothing/here.md',
};

/** The body of a page, whatever its status. */
export async function read({ baseUrl }: Pick<Target, 'baseUrl'>, path: string, accept = 'text/html'): Promise<string> {
  const answer = await fetch(baseUrl + path, { headers: { Accept: accept } });
  return answer.text();
}

/** Saves pages as files and returns their folder. */
export async function save(target: Target, pages: Record<string, string>, ending: string): Promise<string> {
  const folder = join(target.out, ending);
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(pages)) {
    writeFileSync(join(folder, `${name}.${ending}`), await read(target, path));
  }
  return folder;
}

/** Writes a text with one defect: `bad` instead of `good`. @throws Error when `good` is not in the text */
export function writeDefective(target: Target, name: string, text: string, good: string | RegExp, bad: string): string {
  const folder = join(target.out, 'defective');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), replaceRequired(text, good, bad));
  return join(folder, name);
}

/** @throws Error when `good` is not in the text */
export function replaceRequired(text: string, good: string | RegExp, bad: string): string {
  const changed = text.replace(good, bad);
  if (changed === text) throw new Error(`the text has no ${good}`);
  return changed;
}
