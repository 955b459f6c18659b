import { createHash } from 'node:crypto';
import type { Draw } from '../../scripts/stock-words.ts';
import type { Person, TestSite } from '../support/site.ts';

// Random calls of a reader, and the values for all random calls.

export type Visitor = {
  site: TestSite;
  draw: Draw;
  people: Person[];
  tokens: string[];
  claims: { claim_token: string; user_code: string }[];
  articles: string[];
  cursors: string[];
};

export type Called = { name: string; response: Response };
export type Call = (visitor: Visitor) => Promise<Called>;

export const SECTIONS = ['robotics', 'people', 'software', 'robotics', 'gardening'];
export const SLUGS = ['crane-log', 'slab-scan', ...Array.from({ length: 40 }, (_, number) => `piece-${number}`)];
export const WORDS = ['crane', 'slab', 'Überprüfung', '12a', 'the', 'ΟΔΟΣ', 'live', '混凝土', 'AND', 'nobody'];
export const ODD = [
  '',
  '\u0000',
  '👷',
  'a'.repeat(120),
  '\u202eabc',
  '\ud800',
  '<b>"&\'',
  '%00',
  'İß',
  "'; drop table x; --",
];

export async function listPublic(visitor: Visitor): Promise<Called> {
  const { draw, cursors } = visitor;
  return index(visitor, {
    ...(draw() < 0.5 && { limit: pick(draw, ['1', '2', '3', '1000', '0', 'x']) }),
    ...(draw() < 0.4 && { section: pick(draw, SECTIONS) }),
    ...(draw() < 0.3 && { updatedSince: aTime(draw) }),
    ...(draw() < 0.4 && { cursor: pick(draw, [...cursors.slice(-8), 'none']) }),
  });
}

export async function lookUp(visitor: Visitor): Promise<Called> {
  const { draw, cursors } = visitor;
  return index(visitor, {
    q: draw() < 0.15 ? pick(draw, ODD) : [pick(draw, WORDS), ...(draw() < 0.4 ? [pick(draw, WORDS)] : [])].join(' '),
    ...(draw() < 0.6 && { limit: pick(draw, ['1', '2', '3']) }),
    ...(draw() < 0.3 && { section: pick(draw, SECTIONS) }),
    ...(draw() < 0.3 && { updatedSince: aTime(draw) }),
    ...(draw() < 0.4 && { cursor: pick(draw, [...cursors.slice(-8), 'none']) }),
  });
}

function aTime(draw: Draw): string {
  return new Date(Date.parse('2026-09-06T13:00:00Z') + Math.floor(draw() * 20) * 60_000).toISOString();
}

async function index(visitor: Visitor, query: Record<string, string>): Promise<Called> {
  const path = `/api/public/articles?${new URLSearchParams(query)}`;
  return told(path, visitor, await visitor.site.fetch(path));
}

export async function readOne(visitor: Visitor): Promise<Called> {
  const { draw, site } = visitor;
  const place = `${pick(draw, SECTIONS)}/${pick(draw, SLUGS)}`;
  const path = pick(draw, [
    `/${place}`,
    `/${place}.md`,
    `/api/public/articles/${place}`,
    `/api/v1/public/markdown/${place}`,
  ]);
  const accept = pick(draw, ['text/html', 'text/markdown', 'application/json', '*/*']);
  return told(
    `${path} as ${accept}`,
    visitor,
    await site.fetch(path, { headers: { Accept: accept }, redirect: 'manual' }),
  );
}

const FRONTS = [
  '/',
  '/robotics',
  '/people.md',
  '/index.md',
  '/corrections',
  '/rss.xml',
  '/sitemap.xml',
  '/llms.txt',
  '/nowhere',
];

export async function readFronts(visitor: Visitor): Promise<Called> {
  const path = pick(visitor.draw, FRONTS);
  return told(path, visitor, await visitor.site.fetch(path));
}

/** Stores ids and cursors of a response for later calls. */
export async function told(name: string, visitor: Visitor, response: Response): Promise<Called> {
  const text = await response.clone().text();
  for (const [, id = ''] of text.matchAll(/\\?"id\\?":\\?"([0-9a-f-]{36})/g))
    if (!visitor.articles.includes(id)) visitor.articles.push(id);
  for (const [, cursor = ''] of text.matchAll(/\\?"nextCursor\\?":\\?"([\w-]+)/g))
    if (!visitor.cursors.includes(cursor)) visitor.cursors.push(cursor);
  return { name, response };
}

export function anArticle({ draw, articles }: Visitor): string {
  return draw() < 0.05 ? pick(draw, ['none', countedId(0)]) : (pick(draw, articles.slice(-12)) ?? countedId(0));
}

export function pick<T>(draw: Draw, some: readonly T[]): T {
  return some[Math.floor(draw() * some.length)] as T;
}

/** An id whose sort order does not depend on its age. */
export function countedId(count: number): string {
  const hash = createHash('sha256').update(String(count)).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
