import type {
  FoundList,
  FoundPicture,
  FoundSearch,
  ImportArticle,
  ImportItem,
  ImportSource,
  Reader,
} from '#exchange/import/import-item.ts';
import { type Access, accessOf, audienceOf, limitBy } from './access.ts';
import { mediaIn, withMedia } from './left-media.ts';
import { copyText, hostsOf, listPaths, pathOf, readChunks, readStart, searchOf, textOfHtml } from './read-text.ts';
import { toIso, withLocal } from './read-time.ts';
import { readWordPressShortcodes, wrapParagraphs } from './shortcodes.ts';
import { readWxr, type WxrItem } from './wxr.ts';

/** Reads WordPress exports: WXR 1.0 to 1.2, one or several files. */
export const WORDPRESS: Reader = {
  format: 'wordpress',
  matches: async (source) => {
    const [first] = await filesOf(source);
    return first !== undefined && isWxr(await readStart(source, first));
  },
  site: async (source) => {
    const { name, url, attachments } = await readIndex(source);
    return { name, url, hosts: hostsOf([url, ...[...attachments.values()].map(({ address }) => address)]) };
  },
  lists: async (source) => [...(await readIndex(source)).lists.values()],
  async *read(source) {
    const index = await readIndex(source);
    for (const path of await filesOf(source))
      for await (const part of readWxr(readChunks(source, path))) if ('item' in part) yield* readItem(part.item, index);
  },
};

async function filesOf(source: ImportSource): Promise<string[]> {
  return (await listPaths(source)).filter((path) => /\.(?:xml|wxr)$/i.test(path) || path === source.name);
}

function isWxr(start: string): boolean {
  return /<rss\b/.test(start) && /wordpress\.org\/export\/1\.[0-2]\//.test(start);
}

type Index = {
  name: string | null;
  url: string | null;
  authors: Map<string, string>;
  attachments: Map<string, FoundPicture>;
  /** By their paths. */
  lists: Map<string, FoundList>;
};
/** A cache of the index of a file, which is as old as its source. */
const known = new WeakMap<ImportSource, Promise<Index>>();

/** What items refer to: authors and pictures, which can follow later in the file. */
function readIndex(source: ImportSource): Promise<Index> {
  const index = known.get(source) ?? makeIndex(source);
  known.set(source, index);
  return index;
}

async function makeIndex(source: ImportSource): Promise<Index> {
  const index: Index = { name: null, url: null, authors: new Map(), attachments: new Map(), lists: new Map() };
  for (const path of await filesOf(source)) {
    for await (const part of readWxr(readChunks(source, path))) {
      if ('channel' in part) indexChannel(index, part.channel);
      else if ('author' in part) indexAuthor(index, part.author);
      else {
        indexAttachment(index, part.item);
        indexTerms(index, part.item);
      }
    }
  }
  return index;
}

function indexChannel(index: Index, { name, text }: { name: string; text: string }): void {
  if (name === 'title') index.name ??= text.trim() || null;
  if (name === 'link' || name === 'wp:base_blog_url') index.url = URL.parse(text.trim())?.href ?? index.url;
}

function indexAuthor(index: Index, author: ReadonlyMap<string, string>): void {
  const login = author.get('wp:author_login') ?? '';
  const name = author.get('wp:author_display_name')?.trim() || login;
  index.authors.set(login, name);
  addList(index, 'author', name, nicenameOf(login));
}

function indexTerms(index: Index, { terms }: WxrItem): void {
  for (const { domain, nicename, name } of terms) {
    const title = textOfHtml(name) ?? '';
    if (domain === 'post_tag') addList(index, 'tag', title, nicename);
    if (domain === 'category') addList(index, 'category', title, nicename);
    if (domain === 'author') addList(index, 'author', title, nicename.replace(/^cap-/, ''));
  }
}

/** Adds the page of a tag, a category or an author at the address that WordPress gives it. */
function addList({ lists }: Index, kind: FoundList['kind'], name: string, nicename: string): void {
  const path = `/${kind}/${nicename}/`;
  if (name !== '' && nicename !== '') lists.set(copyText(path), { kind, name: copyText(name), path: copyText(path) });
}

/** The part of the address of an author that WordPress makes of a login. */
function nicenameOf(login: string): string {
  return login
    .toLowerCase()
    .replaceAll('.', '-')
    .replace(/[^a-z0-9 _-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-');
}

function indexAttachment({ attachments }: Index, { fields, meta }: WxrItem): void {
  const address = fields.get('wp:attachment_url')?.trim() ?? '';
  if (fields.get('wp:post_type') !== 'attachment' || address === '') return;
  attachments.set(copyText(fields.get('wp:post_id') ?? ''), {
    address: copyText(address),
    alt: copyText(metaOf(meta, '_wp_attachment_image_alt').trim()),
    caption: copyText(textOfHtml(fields.get('excerpt:encoded')) ?? ''),
    credit: '',
  });
}

const KINDS: Record<string, string> = {
  attachment: 'attachment',
  nav_menu_item: 'menu',
  wp_navigation: 'menu',
  revision: 'revision',
  wp_template: 'theme',
  wp_template_part: 'theme',
  wp_global_styles: 'theme',
  custom_css: 'theme',
  customize_changeset: 'theme',
};

function* readItem(item: WxrItem, index: Index): Generator<ImportItem> {
  const { fields, comments, isTooLong } = item;
  const id = fields.get('wp:post_id')?.trim() || (fields.get('guid') ?? '').trim();
  const title = textOfHtml(fields.get('title')) ?? '';
  const type = fields.get('wp:post_type') ?? 'post';
  const status = fields.get('wp:status') ?? 'draft';
  if (isTooLong) yield { refused: { sourceId: id, title, why: 'It has more than 16 million characters.' } };
  else if (type !== 'post' && type !== 'page') yield { other: { kind: KINDS[type] ?? 'other', sourceId: id, title } };
  else if (status === 'trash' || status === 'auto-draft') yield { other: { kind: 'other', sourceId: id, title } };
  else if (id === '') yield { refused: { sourceId: '', title, why: 'It has no id.' } };
  else yield { article: readPost(item, index, { id, title, status }) };
  for (const comment of comments) yield { other: { kind: 'comment', sourceId: `${id}/${comment}`, title: '' } };
}

/** The column of WordPress has 200 characters; percent signs make them three. */
const LONGEST_SLUG = 600;

type Post = { id: string; title: string; status: string };

function readPost({ fields, terms, meta }: WxrItem, index: Index, { id, title, status }: Post): ImportArticle {
  const creator = fields.get('dc:creator')?.trim() ?? '';
  const named = (domain: string) =>
    terms
      .filter((term) => term.domain === domain && term.nicename !== 'uncategorized')
      .map(({ name }) => textOfHtml(name) ?? '');
  const slug = fields.get('wp:post_name')?.trim().slice(0, LONGEST_SLUG) || null;
  const path = pathOf(fields.get('link'));
  const text = readContent(fields.get('content:encoded') ?? '', index, metaOf(meta, 'footnotes'));
  const media = [...meta].flatMap(([key, values]) => mediaIn(key, values));
  return {
    sourceId: id,
    ...(fields.get('wp:post_type') === 'page' && { isPage: true as const }),
    title,
    excerpt: textOfHtml(fields.get('excerpt:encoded')),
    body: { kind: 'html', text: withMedia(text, media) },
    slug,
    ...accessOf(fields.get('content:encoded') ?? '', accessOfItem({ fields, meta }, status)),
    publishedAt:
      status === 'draft' || status === 'pending'
        ? null
        : withLocal(
            toIso(fields.get('wp:post_date_gmt')) ?? toIso(fields.get('pubDate')),
            toIso(fields.get('wp:post_date')),
          ),
    updatedAt: withLocal(toIso(fields.get('wp:post_modified_gmt')), toIso(fields.get('wp:post_modified'))),
    authors:
      named('author').length > 0 ? named('author') : creator === '' ? [] : [index.authors.get(creator) ?? creator],
    tags: named('post_tag'),
    categories: named('category'),
    ...searchOf(readSearch(meta, title, index.name ?? '')),
    hero: index.attachments.get(metaOf(meta, '_thumbnail_id')) ?? null,
    oldPaths: [...new Set([...listPathsOf(path, slug, meta), `/?p=${id}`])],
  };
}

/** Keys with which plugins keep readers out, and one that lets everybody in. */
const GATES =
  /access(?:_(?:level|role|type|group|control|plan|rule|tier)s?)?$|restrict|paywall|membership|members_only|(?:^|_)protect|^_?(?:content_|post_)?visibility$|audience|^_?(?:is_)?(?:premium|paid|private)(?:_content|_post|_only)?$|^_?wpmem_block$|^_?rcp_|^_?ihc_mb_|subscription_level|required_level/i;
const LETS_IN = /force_public$/;

function* accessOfItem({ fields, meta }: Pick<WxrItem, 'fields' | 'meta'>, status: string): Generator<Access> {
  yield audienceOf('status', status);
  yield limitBy('post_password', fields.get('wp:post_password'), 'private');
  for (const [key, values] of meta)
    if (GATES.test(key) && !LETS_IN.test(key)) for (const value of values) yield audienceOf(key, value);
}

/** The one value of a key that WordPress reads: the first. */
function metaOf(meta: WxrItem['meta'], key: string): string {
  return meta.get(key)?.[0]?.trim() ?? '';
}

/** The address of a post, and those under its former slugs and at its former days. */
function listPathsOf(path: string | null, slug: string | null, meta: WxrItem['meta']): string[] {
  if (path === null) return [];
  const at = slug === null ? -1 : path.lastIndexOf(slug);
  const slugs = at === -1 ? [] : (meta.get('_wp_old_slug') ?? []).map((old) => old.trim()).filter((old) => old !== '');
  const named = slugs.map((old) => path.slice(0, at) + old + path.slice(at + (slug?.length ?? 0)));
  const days = (meta.get('_wp_old_date') ?? [])
    .map((day) => day.trim().split('-'))
    .filter(({ length }) => length === 3);
  const dated = days.flatMap((day) =>
    [path, ...named].map((address) =>
      address.replace(/\/\d{4}(?:\/\d\d){0,2}(?=\/)/, (own) => `/${day.slice(0, own.split('/').length - 1).join('/')}`),
    ),
  );
  return [path, ...named, ...dated];
}

/** Texts for search engines by Yoast, with its variables. */
function readSearch(meta: WxrItem['meta'], title: string, site: string): FoundSearch {
  const known: Record<string, string> = { title, sitename: site, sep: '–' };
  const read = (key: string) =>
    (textOfHtml(metaOf(meta, `_yoast_wpseo_${key}`)) ?? '')
      .replace(/%%(\w{1,40})%%/g, (_, name: string) => known[name] ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  return { title: read('title'), description: read('metadesc'), excerpt: read('opengraph-description') };
}

/** The words of the footnotes, which WordPress keeps beside the text and shows in a block. */
function readFootnotes(stored: string): string {
  const notes = parseNotes(stored).filter((note) => typeof note?.content === 'string');
  return notes.length === 0 ? '' : `<ol>${notes.map(({ content }) => `<li>${content}</li>`).join('')}</ol>`;
}

function parseNotes(stored: string): { content?: unknown }[] {
  try {
    const notes: unknown = JSON.parse(stored);
    return Array.isArray(notes) ? notes : [];
  } catch {
    return [];
  }
}

function readContent(text: string, { attachments }: Index, footnotes: string): string {
  const notes = readFootnotes(footnotes);
  const whole = notes === '' ? text : text.replace(/<!-- wp:footnotes\s[^>]{0,500}\/-->/, () => notes);
  const html = readWordPressShortcodes(whole, (id) => attachments.get(id));
  return text.includes('<!-- wp:') ? html : wrapParagraphs(html);
}
