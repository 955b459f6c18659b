import type {
  FoundList,
  FoundPicture,
  FoundSearch,
  ImportItem,
  ImportSource,
  Reader,
} from '#exchange/import/import-item.ts';
import { type Access, accessOf, audienceOf, limitBy } from './access.ts';
import { documentToHtml } from './ghost-cards.ts';
import { readJsonRows } from './json-rows.ts';
import { hostsOf, listPaths, readChunks, readStart, searchOf, textOfHtml } from './read-text.ts';
import { toIso } from './read-time.ts';

/** Reads exports of Ghost: JSON of `{meta, data}` or `{db: [{meta, data}]}`. The file does not hold the address of the site. */
export const GHOST: Reader = {
  format: 'ghost',
  matches: async (source) => {
    const path = await fileOf(source);
    return path !== null && /^\s*\{\s*"(?:db|meta|data)"\s*:/.test(await readStart(source, path));
  },
  site: async (source) => {
    const { name, url, pictures } = await readIndex(source);
    return { name, url, hosts: hostsOf([url, ...pictures]) };
  },
  lists: async (source) => (await readIndex(source)).lists,
  async *read(source) {
    const index = await readIndex(source);
    const path = (await fileOf(source)) ?? '';
    for await (const { table, row } of readJsonRows(readChunks(source, path))) {
      if (table === 'posts') yield readPost(row, index);
      else if (table === 'members' || table === 'comments')
        yield { other: { kind: table.slice(0, -1), sourceId: `${table}/${text(row.id)}`, title: '' } };
    }
  },
};

async function fileOf(source: ImportSource): Promise<string | null> {
  return (
    (await listPaths(source)).find((path) => /^(?:[^/]+\/)?[^/]+\.json$/i.test(path) || path === source.name) ?? null
  );
}

type Row = Record<string, unknown>;
type Index = {
  name: string | null;
  url: string | null;
  pictures: string[];
  names: Map<string, string>;
  /** Per post: the ids of its tags and authors in their order. */
  tags: Map<string, [order: number, id: string][]>;
  authors: Map<string, [order: number, id: string][]>;
  metas: Map<string, Row>;
  lists: FoundList[];
  /** A site that a password closed to everybody. */
  isPrivate: unknown;
  /** Its time zone: times of the file are in UTC. */
  zone: string | null;
};
/** A cache of the index of a file, which is as old as its source. */
const known = new WeakMap<ImportSource, Promise<Index>>();

function readIndex(source: ImportSource): Promise<Index> {
  const index = known.get(source) ?? makeIndex(source);
  known.set(source, index);
  return index;
}

/** What posts refer to; it can be before or after them. */
async function makeIndex(source: ImportSource): Promise<Index> {
  const path = (await fileOf(source)) ?? '';
  const index: Index = {
    name: null,
    url: null,
    pictures: [],
    names: new Map(),
    tags: new Map(),
    authors: new Map(),
    metas: new Map(),
    lists: [],
    isPrivate: false,
    zone: null,
  };
  for await (const { table, row } of readJsonRows(readChunks(source, path))) indexRow(index, table, row);
  return index;
}

function indexRow(index: Index, table: string, row: Row): void {
  indexList(index, table, row);
  if (table === 'tags') index.names.set(`tag ${text(row.id)}`, row.visibility === 'internal' ? '' : text(row.name));
  else if (table === 'users') index.names.set(`user ${text(row.id)}`, text(row.name));
  else if (table === 'posts_tags') relate(index.tags, row, row.tag_id);
  else if (table === 'posts_authors') relate(index.authors, row, row.author_id);
  else if (table === 'posts_meta')
    index.metas.set(text(row.post_id), {
      alt: row.feature_image_alt,
      caption: row.feature_image_caption,
      title: row.meta_title,
      description: row.meta_description,
      excerpt: row.og_description,
      emailOnly: row.email_only,
    });
  else if (table === 'settings') indexSetting(index, row);
  else if (table === 'posts' && /^https?:/.test(text(row.feature_image)) && index.pictures.length < 10_000)
    index.pictures.push(text(row.feature_image));
}

function indexSetting(index: Index, { key, value }: Row): void {
  if (key === 'title') index.name = text(value) || null;
  else if (key === 'timezone' || key === 'activeTimezone' || key === 'active_timezone') index.zone = text(value);
  else if (key === 'is_private') index.isPrivate = value;
  else if (key === 'url') index.url = URL.parse(text(value))?.href ?? null;
}

/** The pages of a tag and of an author. */
function indexList({ lists }: Index, table: string, row: Row): void {
  const [name, slug] = [text(row.name), text(row.slug)];
  if (name === '' || slug === '' || row.visibility === 'internal') return;
  if (table === 'tags') lists.push({ kind: 'tag', name, path: `/tag/${slug}/` });
  else if (table === 'users') lists.push({ kind: 'author', name, path: `/author/${slug}/` });
}

function relate(relations: Index['tags'], row: Row, id: unknown): void {
  const post = text(row.post_id);
  const known = relations.get(post);
  if (known) known.push([Number(row.sort_order ?? 0), text(id)]);
  else relations.set(post, [[Number(row.sort_order ?? 0), text(id)]]);
}

function namesOf(index: Index, kind: 'tag' | 'user', related: [number, string][] = []): string[] {
  const sorted = related.toSorted(([place], [other]) => place - other);
  return sorted.map(([, id]) => index.names.get(`${kind} ${id}`) ?? '').filter((name) => name !== '');
}

function readPost(row: Row, index: Index): ImportItem {
  const id = text(row.id);
  const title = text(row.title);
  const isPage = row.type === 'page' || row.page === 1 || row.page === true;
  const html = text(row.html) || documentToHtml(row.lexical, row.mobiledoc);
  if (id === '' || html === null)
    return { refused: { sourceId: id, title, why: id === '' ? 'It has no id.' : 'It has no text that can be read.' } };
  const tags = namesOf(index, 'tag', index.tags.get(id));
  const authors = namesOf(index, 'user', index.authors.get(id));
  const access = accessOf(html, accessOfRow(row, index));
  const isSeen = access.status !== 'draft';
  const slug = text(row.slug) || null;
  return {
    article: {
      sourceId: id,
      ...(isPage && { isPage }),
      title,
      excerpt: text(row.custom_excerpt) || null,
      body: { kind: 'html', text: html },
      slug,
      ...access,
      publishedAt: isSeen ? toIso(toIso(row.published_at), index.zone) : null,
      updatedAt: toIso(toIso(row.updated_at), index.zone),
      authors: authors.length > 0 ? authors : namesOf(index, 'user', [[0, text(row.author_id)]]),
      tags,
      categories: tags.slice(0, 1),
      hero: readHero(row, index.metas.get(id)),
      ...searchOf(readSearch(row, index.metas.get(id))),
      oldPaths: slug === null || !isSeen ? [] : [`/${slug}/`],
    },
  };
}

/** A post that went out by email alone, and cards that only members see, say so beside the visibility. */
function* accessOfRow(row: Row, { metas, isPrivate }: Index): Generator<Access> {
  yield audienceOf('status', text(row.status) || 'draft');
  yield limitBy('email_only', metas.get(text(row.id))?.emailOnly, 'email');
  yield audienceOf('visibility', row.visibility);
  yield limitBy('the whole site was private', isPrivate, 'private');
  const isGated = /"nonMember":\s?false/.test(text(row.lexical));
  yield limitBy('a card that only members see', isGated, 'members');
}

/** Older files have these texts with the post itself. */
function readSearch(row: Row, meta: Row | undefined): FoundSearch {
  return {
    title: text(meta?.title) || text(row.meta_title),
    description: text(meta?.description) || text(row.meta_description),
    excerpt: text(meta?.excerpt) || text(row.og_description),
  };
}

function readHero(row: Row, meta: Row | undefined): FoundPicture | null {
  const address = text(row.feature_image) || text(row.image);
  if (address === '') return null;
  return { address, alt: text(meta?.alt), caption: textOfHtml(text(meta?.caption)) ?? '', credit: '' };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
