import type {
  FoundPicture,
  FoundSite,
  ImportArticle,
  ImportItem,
  ImportSource,
  Reader,
} from '#exchange/import/import-item.ts';
import { type Access, accessOf, audienceOf, limitBy, unlessNo } from './access.ts';
import { followFileLinks, indexLinked, MARKDOWN_FILE } from './file-links.ts';
import { type FrontMatter, listField, readFrontMatter, splitField, textField } from './front-matter.ts';
import { mediaIn, withMedia } from './left-media.ts';
import { hostsOf, listPaths, pathOf, readWhole } from './read-text.ts';
import { toIso } from './read-time.ts';
import { readMarkdownShortcodes } from './shortcodes.ts';

/** Reads folders of Markdown files: Hugo, Jekyll, Astro and others with front matter. */
export const MARKDOWN: Reader = {
  format: 'markdown',
  matches: async (source) => (await listPaths(source)).some((path) => MARKDOWN_FILE.test(path)),
  site: readSite,
  async *read(source) {
    const paths = await listPaths(source);
    const find = indexLinked(paths);
    const zone = textField(await readSettings(source), 'timezone');
    const addresses = new Map<string, Promise<string | null>>();
    const addressOf = (path: string) => {
      const known = addresses.get(path) ?? firstAddress(source, path);
      addresses.set(path, known);
      return known;
    };
    for (const path of paths)
      yield await readFile(source, path, { zone, followLinks: (text) => followFileLinks(text, path, find, addressOf) });
  },
};

/** Files that describe the folder. */
const ABOUT_FOLDER = /(?:^|\/)(?:readme|license|licence|changelog|contributing|code_of_conduct|security)\.md$/i;
const SETTINGS =
  /^(?:[^/]+\/)?(?:_config\.ya?ml|hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml|json)|config\/_default\/(?:hugo|config)\.(?:toml|ya?ml))$/;
const THEME =
  /(?:^|\/)(?:themes|layouts|_layouts|_includes|_sass|assets|archetypes|src\/(?:layouts|components|styles))\//;
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|heic|svg)$/i;

async function readSite(source: ImportSource): Promise<FoundSite> {
  const fields = await readSettings(source);
  const url = URL.parse(textField(fields, 'baseurl') ?? '') ?? URL.parse(textField(fields, 'url', 'site') ?? '');
  return { name: textField(fields, 'title', 'name'), url: url?.href ?? null, hosts: hostsOf([url?.href ?? null]) };
}

async function readSettings(source: ImportSource): Promise<Record<string, unknown>> {
  const path = (await listPaths(source)).find((candidate) => SETTINGS.test(candidate));
  if (path === undefined) return {};
  const text = await readWhole(source, path);
  const fence = path.endsWith('.toml') ? '+++' : '---';
  return settingsOf(path.endsWith('.json') ? text.trimEnd() : `${fence}\n${text}\n${fence}\n`);
}

function settingsOf(written: string): Record<string, unknown> {
  try {
    return readFrontMatter(written)?.fields ?? {};
  } catch {
    return {}; // the articles can be read without the settings of the site
  }
}

/** The first address that an article had on the previous site; null for a file without one, or that cannot be read. */
async function firstAddress(source: ImportSource, path: string): Promise<string | null> {
  const item = await readFile(source, path, { zone: null, followLinks: async (text) => text });
  return 'article' in item ? (item.article.oldPaths[0] ?? null) : null;
}

async function readFile(
  source: ImportSource,
  path: string,
  { zone, followLinks }: { zone: string | null; followLinks: (text: string) => Promise<string> },
): Promise<ImportItem> {
  const other = (kind: string, title = ''): ImportItem => ({ other: { kind, sourceId: path, title } });
  if (PICTURE.test(path)) return other('attachment');
  if (!MARKDOWN_FILE.test(path)) return other(THEME.test(path) ? 'theme' : 'other');
  if (ABOUT_FOLDER.test(path) || /(?:^|\/)archetypes\//.test(path)) return other('other');
  try {
    const text = await readWhole(source, path);
    const frontMatter = readFrontMatter(text) ?? { fields: {}, body: text };
    const article = readArticle(path, { ...frontMatter, body: await followLinks(frontMatter.body) }, zone);
    if (isList(path, frontMatter.fields)) return other('page', article.title);
    return { article: isPage(path, frontMatter.fields) ? asPage(path, article) : article };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    return {
      refused: { sourceId: path, title: '', why: `Its front matter or its text cannot be read: ${why.slice(0, 300)}` },
    };
  }
}

/** A page that the site builder fills: a list, the search, the answer to an unknown address. This site has its own. */
function isList(path: string, fields: Record<string, unknown>): boolean {
  return /(?:^|\/)(?:_index|404)\.\w+$/.test(path) || /^(?:home|archive|search)$/.test(layoutOf(fields));
}

function isPage(path: string, fields: Record<string, unknown>): boolean {
  return /^(?:page|default|about)$/.test(layoutOf(fields)) || /(?:^|\/)_?pages\//.test(path);
}

function layoutOf(fields: Record<string, unknown>): string {
  return textField(fields, 'layout', 'type') ?? '';
}

/** A page without an address in its front matter was at its name, in the folder of pages or beside it. */
function asPage(path: string, article: ImportArticle): ImportArticle {
  const { slug, oldPaths } = article;
  const byName = /(?:^|\/)index\.\w+$/.test(path) ? null : pathOf(`/${slug}/`);
  const paths = oldPaths.length > 0 || byName === null ? oldPaths : [byName, `${byName.slice(0, -1)}.html`];
  return { ...article, isPage: true, oldPaths: paths };
}

/** The date and the name in a file name of Jekyll, `2020-05-04-name.md`. */
const DATED = /^(\d{4}-\d\d-\d\d)-(.+)$/;

function readArticle(path: string, { fields, body }: FrontMatter, zone: string | null): ImportArticle {
  const file = path.slice(path.lastIndexOf('/') + 1).replace(MARKDOWN_FILE, '');
  const folder = path.split('/').at(-2) ?? '';
  const name = /^index(?:\.\w\w)?$/.test(file) && folder !== '' ? folder : file;
  const [, day = null, rest = name] = DATED.exec(name) ?? [];
  const slug = textField(fields, 'slug') ?? rest;
  const publishedAt = toIso(
    textField(fields, 'publishdate', 'date', 'pubdate', 'published_at', 'published_date') ?? day,
    zone,
  );
  const isJekyll = /(?:^|\/)_(?:posts|drafts)\//.test(path);
  const sign = isJekyll ? /[\s,]+/ : ',';
  const categories = [...splitField(fields, sign, 'categories'), ...listField(fields, 'category', 'section')];
  const heading = /^#[ \t]+([^\n]{1,500})/m
    .exec(body)?.[1]
    ?.replace(/[ \t]#+[ \t]*$/, '')
    .trim();
  return {
    sourceId: path,
    title: textField(fields, 'title') ?? heading ?? rest.replaceAll('-', ' '),
    excerpt: textField(fields, 'description', 'excerpt', 'summary', 'subtitle', 'dek'),
    body: { kind: 'markdown', text: withMedia(readMarkdownShortcodes(body), mediaIn('', fields)) },
    slug,
    ...accessOf(body, accessOfFile(path, fields)),
    publishedAt,
    updatedAt: toIso(textField(fields, 'lastmod', 'updateddate', 'last_modified_at', 'modified', 'updated'), zone),
    authors: listField(fields, 'authors', 'author'),
    tags: [...splitField(fields, sign, 'tags'), ...listField(fields, 'tag', 'keywords')],
    categories,
    hero: readHero(fields),
    oldPaths: oldPathsOf(path, fields, { slug, day, categories }),
  };
}

/** Fields of site builders and of their themes, without dashes, and what each says by any value but a no. */
const LIMITS: Record<string, ImportArticle['status']> = {
  ...Object.fromEntries(['draft', 'isdraft'].map((name) => [name, 'draft'])),
  ...Object.fromEntries(['private', 'unlisted', 'hidden', 'password', 'headless'].map((name) => [name, 'private'])),
  ...Object.fromEntries(
    ['members', 'member', 'membersonly', 'memberonly', 'subscribersonly', 'restricted', 'protected', 'paywall'].map(
      (name) => [name, 'members'],
    ),
  ),
  ...Object.fromEntries(['paid', 'premium', 'paidonly'].map((name) => [name, 'paid'])),
  ...Object.fromEntries(['expirydate', 'expires', 'expiry', 'unpublishdate'].map((name) => [name, 'unclear'])),
};
const BY_NO = /^(?:published|ispublished|publish|public|listed|permalink)$/;
const AUDIENCE = /^(?:visibility|access|accesslevel|audience|status|poststatus)$/;

function* accessOfFile(path: string, fields: Record<string, unknown>): Generator<Access> {
  yield audienceOf('folder', /(?:^|\/)_?drafts\//.test(path) ? 'drafts' : '');
  for (const [given, value] of Object.entries(fields)) {
    const name = given.replace(/[-_ ]/g, '');
    const limit = Object.hasOwn(LIMITS, name) ? LIMITS[name] : undefined;
    if (limit) yield limitBy(given, value, limit);
    if (BY_NO.test(name)) yield unlessNo(given, value, name === 'listed' ? 'private' : 'draft');
    if (AUDIENCE.test(name)) yield audienceOf(given, value);
    if (name === 'build') yield unlessNo('build.render', (value as { render?: unknown } | null)?.render, 'private');
  }
}

function readHero(fields: Record<string, unknown>): FoundPicture | null {
  const names = [
    'image',
    'cover',
    'heroimage',
    'featured_image',
    'featuredimage',
    'hero',
    'thumbnail',
    'banner',
    'header',
    'images',
  ];
  for (const name of names) {
    const given = fields[name];
    const value = Array.isArray(given) ? given[0] : given;
    const parts = (typeof value === 'string' ? { src: value } : (value ?? {})) as Record<string, unknown>;
    const address = textField(parts, 'src', 'image', 'url', 'path', 'teaser', 'feature');
    if (address === null) continue;
    const alt =
      textField(parts, 'alt') ?? textField(fields, 'image_alt', 'imagealt', 'heroimagealt', 'coveralt', 'alt') ?? '';
    const caption = textField(parts, 'caption') ?? textField(fields, 'image_caption') ?? '';
    return { address, alt, caption, credit: textField(parts, 'credit') ?? '' };
  }
  return null;
}

type Named = { slug: string; day: string | null; categories: string[] };

/** The addresses that the front matter names; where it names none, the address that the program gives by default. */
function oldPathsOf(path: string, fields: Record<string, unknown>, { slug, day, categories }: Named): string[] {
  const own = textField(fields, 'url', 'permalink');
  const section = /(?:^|\/)(?:content|src\/content|src\/pages)\/(.+)\/[^/]+$/
    .exec(path)?.[1]
    ?.replace(new RegExp(`/?${RegExp.escape(slug)}$`), '');
  const beside = `https://old.invalid/${section ? `${section}/` : ''}`;
  const former = splitField(fields, '\n', 'aliases', 'alias', 'redirect_from');
  const named = [own, ...former.map((address) => URL.parse(address, beside)?.href)].map((address) =>
    address && /\/:[a-z]/.test(address) ? null : pathOf(address),
  );
  const byDefault =
    day !== null && /(?:^|\/)_posts\//.test(path)
      ? `/${[...categories.map((category) => category.toLowerCase()), ...day.split('-'), `${slug}.html`].join('/')}`
      : section === undefined
        ? null
        : `/${section}/${slug}/`.replace(/\/{2,}/g, '/');
  return [...new Set([...named, own === null ? pathOf(byDefault) : null])].filter((oldPath) => oldPath !== null);
}
