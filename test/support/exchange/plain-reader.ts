import { text } from 'node:stream/consumers';
import type { ImportSource, Reader } from '#exchange/import/import-item.ts';

// A reader for tests of the import: Markdown files whose first lines are `name: value`, and `comment-*.txt`.

export const plainReader: Reader = {
  format: 'markdown',
  matches: async () => true,
  site: async () => ({ name: 'The Old Site', url: 'https://old.example', hosts: ['cdn.old.example'] }),
  async *read(source: ImportSource) {
    for await (const { path } of source.entries()) {
      const whole = await text(await source.open(path));
      if (path.startsWith('comment')) yield { other: { kind: 'comment', sourceId: path, title: whole.slice(0, 40) } };
      else yield { article: readArticle(path, whole) };
    }
  },
};

function readArticle(sourceId: string, whole: string) {
  const [head = '', ...rest] = whole.split('\n\n');
  const fields = Object.fromEntries(
    head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const list = (value: string | undefined) => (value ? value.split(',').map((one) => one.trim()) : []);
  const { page, title = '', excerpt, slug, status = 'published', date, hero } = fields;
  return {
    ...{ sourceId, title, excerpt: excerpt ?? null, slug: slug ?? null, publishedAt: date ?? null, updatedAt: null },
    body: { kind: 'markdown' as const, text: rest.join('\n\n') },
    status: status as 'published' | 'draft' | 'paid',
    authors: list(fields.authors),
    tags: list(fields.tags),
    categories: list(fields.categories),
    hero: hero ? { address: hero, alt: fields.alt ?? '', caption: '', credit: 'The Old Site' } : null,
    oldPaths: list(fields.old),
    ...(page && { isPage: true as const }),
  };
}
