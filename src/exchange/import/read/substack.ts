import { readCsv } from '#core/csv.ts';
import type { ImportItem, ImportSource, Reader } from '#exchange/import/import-item.ts';
import { type Access, accessOf, audienceOf, limitBy } from './access.ts';
import { mediaIn, withMedia } from './left-media.ts';
import { listPaths, readOrRefuse, readWhole } from './read-text.ts';
import { toIso } from './read-time.ts';

/** Reads exports of Substack: posts.csv, and the HTML of each post in posts/ID.slug.html. */
export const SUBSTACK: Reader = {
  format: 'substack',
  matches: async (source) => (await listPaths(source)).some(isTable),
  site: async () => ({ name: null, url: null, hosts: HOSTS }),
  async *read(source) {
    const paths = await listPaths(source);
    const table = paths.find(isTable);
    const unread = new Map(paths.map((path) => [path.normalize('NFC'), path]));
    for (const row of await readRows(source, table ?? '')) {
      const key = `${(table ?? '').slice(0, -'posts.csv'.length)}posts/${row.post_id}.html`.normalize('NFC');
      const path = unread.get(key);
      yield path !== undefined
        ? await readOrRefuse(row.post_id ?? '', row.title ?? '', () => readPost(source, path, row))
        : readWithout(row);
      unread.delete(key);
    }
    for (const path of unread.values()) if (path !== table) yield readOther(path);
  },
};

/** Where Substack keeps pictures. */
const HOSTS = [
  'bucketeer-e05bbc84-baa3-437e-9518-adb32be77984.s3.amazonaws.com',
  'substack-post-media.s3.amazonaws.com',
  'substackcdn.com',
];

type Row = Record<string, string>;

function isTable(path: string): boolean {
  return /(?:^|\/)posts\.csv$/.test(path);
}

async function readRows(source: ImportSource, path: string): Promise<Row[]> {
  const [head, ...lines] = readCsv(await readWhole(source, path));
  const rows = lines.map(({ fields }) =>
    Object.fromEntries(fields.map((field, at) => [head?.fields[at] ?? '', field])),
  );
  return rows.filter((row) => row.post_id);
}

async function readPost(source: ImportSource, path: string, row: Row): Promise<ImportItem> {
  const { post_id: sourceId = '', title = '', type = '' } = row;
  const slug = sourceId.slice(sourceId.indexOf('.') + 1);
  const html = await readWhole(source, path);
  const access = accessOf(html, accessOfRow(row));
  return {
    article: {
      sourceId,
      ...(type === 'page' && { isPage: true as const }),
      title,
      excerpt: row.subtitle?.trim() || null,
      body: { kind: 'html', text: withMedia(html, mediaIn('', row)) },
      slug: slug === sourceId ? null : slug,
      ...access,
      publishedAt: access.status === 'draft' ? null : toIso(row.post_date),
      updatedAt: null,
      authors: [],
      tags: [],
      categories: [],
      hero: null,
      oldPaths: slug === sourceId ? [] : [`/p/${slug}`],
    },
  };
}

function* accessOfRow({ is_published, audience, type = '' }: Row): Generator<Access> {
  // Drafts can have a time too, so it does not say that a post is scheduled.
  yield limitBy('is_published', !/^true$/i.test(is_published ?? ''), 'draft');
  yield audienceOf('audience', audience || 'not given');
  if (!/^(?:|newsletter|podcast|video|page|thread|note)$/.test(type)) yield audienceOf('type', type);
}

/** Substack lists drafts that were never written. */
function readWithout(row: Row): ImportItem {
  const { post_id: sourceId = '', title = '', type = '' } = row;
  if (type === 'thread') return { other: { kind: 'other', sourceId, title } };
  const media = mediaIn('', row).map((address) => ` Its sound or film: ${address}`);
  const why = `The file has no text of this ${type === 'page' ? 'page' : 'post'}.${media.join('')}`;
  return { refused: { sourceId, title, why } };
}

function readOther(path: string): ImportItem {
  if (/\.html$/.test(path))
    return { refused: { sourceId: path, title: '', why: 'posts.csv does not list this post.' } };
  const kind = /(?:^|\/)(?:email_list|subscribers)[^/]*\.csv$/.test(path)
    ? 'member'
    : /\.(?:png|jpe?g|webp|gif)$/i.test(path)
      ? 'attachment'
      : 'other';
  return { other: { kind, sourceId: path, title: '' } };
}
