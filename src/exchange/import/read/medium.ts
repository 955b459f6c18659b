import type { ImportItem, ImportSource, Reader } from '#exchange/import/import-item.ts';
import { accessOf, audienceOf } from './access.ts';
import { readHtml, VOID_ELEMENTS } from './html-tokens.ts';
import { listPaths, pathOf, readOrRefuse, readStart, readWhole, textOfHtml } from './read-text.ts';
import { toIso } from './read-time.ts';

/** Reads exports of Medium: posts/DATE_title-ID.html with microformats. */
export const MEDIUM: Reader = {
  format: 'medium',
  matches: async (source) => {
    const first = (await listPaths(source)).find(isPost);
    return (
      first !== undefined && /class="[^"]*\b(?:h-entry|p-name|p-summary)\b/.test(await readStart(source, first, 20_000))
    );
  },
  site: async () => ({ name: null, url: 'https://medium.com/', hosts: ['cdn-images-1.medium.com', 'miro.medium.com'] }),
  async *read(source) {
    for (const path of await listPaths(source))
      yield isPost(path)
        ? await readOrRefuse(path, '', () => readPost(source, path))
        : { other: { kind: kindOf(path), sourceId: path, title: '' } };
  },
};

function isPost(path: string): boolean {
  return /(?:^|\/)posts\/[^/]+\.html$/.test(path);
}

function kindOf(path: string): string {
  if (/(?:^|\/)(?:users-following|followers|blocks|lists|profile|sessions|ips|twitter)\b/.test(path)) return 'member';
  return /\.(?:png|jpe?g|gif|webp)$/i.test(path) ? 'attachment' : 'other';
}

async function readPost(source: ImportSource, path: string): Promise<ImportItem> {
  const file = path.slice(path.lastIndexOf('/') + 1, -'.html'.length);
  const parts = findParts(await readWhole(source, path));
  const [, day = ''] = /^(\d{4}-\d\d-\d\d|draft)_/.exec(file) ?? [];
  const id = (day !== '' && /[0-9a-f]{8,14}$/.exec(file.slice(day.length + 1))?.[0]) || file;
  const title = textOfHtml(parts.name) ?? textOfHtml(parts.title) ?? '';
  if (parts.content === '')
    return { refused: { sourceId: id, title, why: 'It has no text in the microformat of Medium.' } };
  const path_ = pathOf(parts.canonical);
  return {
    article: {
      sourceId: id,
      title,
      excerpt: textOfHtml(parts.summary),
      body: { kind: 'html', text: parts.content },
      slug:
        path_ === null
          ? null
          : (path_.split('?')[0] ?? '').replace(/^.*\//, '').replace(/-[0-9a-f]{8,14}$/, '') || null,
      ...accessOf(parts.content, [audienceOf('name of the file', day === 'draft' ? 'draft' : '')]),
      publishedAt: day === 'draft' ? null : (toIso(parts.published) ?? toIso(day)),
      updatedAt: null,
      authors: [textOfHtml(parts.author)].filter((author) => author !== null),
      tags: parts.tags,
      categories: [],
      hero: null,
      oldPaths: [path_, `/p/${id}`].filter((address) => address !== null),
    },
  };
}

/** How many open elements an end tag is compared with. */
const REACH = 512;

/** The parts of a post, and the class or the element that marks each; the first of each counts. */
const PARTS = [
  ['content', 'e-content'],
  ['name', 'p-name'],
  ['title', 'title'],
  ['summary', 'p-summary'],
  ['author', 'p-author'],
] as const;

type MediumParts = {
  name: string;
  title: string;
  summary: string;
  content: string;
  author: string;
  published: string;
  canonical: string;
  tags: string[];
};

/** The parts of a post by their classes; `content` and the others as HTML. */
function findParts(html: string): MediumParts {
  const parts: MediumParts = {
    name: '',
    title: '',
    summary: '',
    content: '',
    author: '',
    published: '',
    canonical: '',
    tags: [],
  };
  const open: string[] = [];
  /** The parts that the open elements are, each with the number of elements around it. */
  const within: { part: 'name' | 'title' | 'summary' | 'content' | 'author'; depth: number }[] = [];
  const write = (text: string) => {
    for (const { part } of within) parts[part] += text;
  };
  readHtml(html, {
    text: (text) => write(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    comment: () => {},
    openTag: (name, attributes) => {
      const has = (className: string) => ` ${attributes.get('class') ?? ''} `.includes(` ${className} `);
      write(
        `<${name}${[...attributes].map(([key, value]) => ` ${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`).join('')}>`,
      );
      if (has('dt-published')) parts.published = attributes.get('datetime') ?? '';
      if (has('p-canonical')) parts.canonical = attributes.get('href') ?? '';
      if (has('p-tag') || has('p-category')) parts.tags.push((attributes.get('href') ?? '').replace(/^.*\//, ''));
      if (VOID_ELEMENTS.has(name)) return;
      const begun = PARTS.find(
        ([part, mark]) => (mark === 'title' ? name === mark : has(mark)) && parts[part].length === 0,
      );
      if (begun) within.push({ part: begun[0], depth: open.length });
      open.push(name);
    },
    closeTag: (name) => {
      const least = Math.max(0, open.length - REACH);
      let at = open.length - 1;
      while (at >= least && open[at] !== name) at--;
      if (at >= least) open.length = at;
      while ((within.at(-1)?.depth ?? -1) >= open.length) within.pop();
      write(`</${name}>`);
    },
  });
  return parts;
}
