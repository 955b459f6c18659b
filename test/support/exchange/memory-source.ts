import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ImportArticle, ImportItem, ImportSource } from '#exchange/import/import-item.ts';
import { findReader } from '#exchange/import/read/readers.ts';
import { bodyToCopy, type ConvertedBody } from '#exchange/import/read/to-blocks.ts';

// Files of another system in memory, read as an import reads them.

/** One file has the name of the source. Its bytes come in pieces of seven, so that a letter can be in two of them. */
export function sourceOf(files: Record<string, string | Buffer>): ImportSource {
  const bytesOf = (path: string) => Buffer.from(files[path] ?? '');
  return {
    name: Object.keys(files)[0] ?? '',
    hash: createHash('sha256').update(JSON.stringify(files)).digest('hex'),
    async *entries() {
      for (const path of Object.keys(files)) yield { path, size: bytesOf(path).length };
    },
    open: async (path) => {
      const bytes = bytesOf(path);
      const count = Math.ceil(bytes.length / 7);
      return Readable.from(Array.from({ length: count }, (_, at) => bytes.subarray(at * 7, at * 7 + 7)));
    },
    close: async () => {},
  };
}

export async function readItems(source: ImportSource): Promise<{ format: string; items: ImportItem[] }> {
  const reader = await findReader(source);
  return { format: reader.format, items: await Array.fromAsync(reader.read(source)) };
}

/** The articles of these files, in their order. */
export async function readArticles(files: Record<string, string | Buffer>): Promise<ImportArticle[]> {
  const { items } = await readItems(sourceOf(files));
  return items.flatMap((item) => ('article' in item ? [item.article] : []));
}

/** The blocks of a body, and what it loses. */
export function convert(article: ImportArticle | undefined, url: string | null = null): ConvertedBody {
  return bodyToCopy(article?.body ?? { kind: 'html', text: '' }, { url });
}

export function textsOf(article: ImportArticle | undefined): string[] {
  return convert(article).blocks.map(({ text }) => text);
}

export function lostOf(article: ImportArticle | undefined, url: string | null = null): string[] {
  return convert(article, url).lost.map(({ kind, address }) => `${kind} ${address}`);
}

/** An export of WordPress with one post; `meta` are its rows of post meta. */
export function wxrOf({
  head = '<?xml version="1.0" encoding="UTF-8"?>',
  content = '<p>Words.</p>',
  fields = {},
  meta = [],
  more = '',
}: {
  head?: string;
  content?: string;
  fields?: Record<string, string>;
  meta?: [key: string, value: string][];
  more?: string;
} = {}): string {
  const all = {
    title: 'A post',
    link: 'https://old.example/2021/02/a-post/',
    'wp:post_id': '7',
    'wp:post_name': 'a-post',
    'wp:post_type': 'post',
    'wp:status': 'publish',
    'wp:post_date': '2021-02-03 10:00:00',
    'wp:post_date_gmt': '2021-02-03 10:00:00',
    ...fields,
  };
  const elements = Object.entries(all).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`);
  const rows = meta.map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  );
  return `${head}<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c"><channel><title>Gazette</title><link>https://old.example</link><item>${elements.join('')}<content:encoded><![CDATA[${content}]]></content:encoded>${rows.join('')}</item>${more}</channel></rss>`;
}

/** An export of Ghost; each post has an id, a slug, a text and a time. */
export function ghostOf(
  posts: Record<string, unknown>[],
  tables: Record<string, Record<string, unknown>[]> = {},
): string {
  const whole = posts.map((post, at) => ({
    id: String(at),
    slug: `post-${at}`,
    title: 'A post',
    html: '<p>Words.</p>',
    status: 'published',
    visibility: 'public',
    published_at: '2021-02-03T10:00:00.000Z',
    ...post,
  }));
  return JSON.stringify({ meta: {}, data: { posts: whole, ...tables } });
}
