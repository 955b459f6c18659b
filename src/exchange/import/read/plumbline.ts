import { text as readAll } from 'node:stream/consumers';
import * as z from 'zod';
import { PUBLISHED_TEXT_NAMES, publishedTexts, valuesOf } from '#article/article-fields.ts';
import { blockSchema, sourceSchema } from '#article/copy.ts';
import { packetTextsOf, SEARCH_NAMES } from '#article/search-words.ts';
import type {
  FoundPicture,
  FoundPictureDetails,
  ImportItem,
  ImportSource,
  Reader,
} from '#exchange/import/import-item.ts';

// Reads an export of Plumbline (docs/import.md): the JSON of each article has every text unchanged.

const MANIFEST = 'manifest.json';
const ARTICLE = /^articles\/([a-z0-9-]+)\/([a-z0-9-]+)\.json$/;

const manifestSchema = z.looseObject({
  format: z.literal('plumbline-export/1'),
  site: z.looseObject({ name: z.string(), url: z.string() }),
});

const text = z.string().nullable().optional();
const articleSchema = z.looseObject({
  headline: z.string(),
  dek: z.string(),
  section: z.string(),
  slug: z.string(),
  author: z.string().nullable(),
  authorSlug: text,
  url: z.string(),
  publishedAt: text,
  modifiedAt: text,
  blocks: z.array(blockSchema).min(1),
  sources: z.array(sourceSchema),
  tags: z.array(z.looseObject({ name: z.string() })),
  formerPaths: z.array(z.string()).default([]),
  hero: z.looseObject({ hash: z.string(), width: z.int(), alt: z.string(), credit: z.string() }).nullable().optional(),
  ...valuesOf(PUBLISHED_TEXT_NAMES, () => text),
  search: z.looseObject(valuesOf(SEARCH_NAMES, () => text)).optional(),
});

const pictureSchema = z.looseObject({
  hash: z.string(),
  title: z.string(),
  licence: z.string(),
  source: z.string(),
  ends_on: z.string().nullable(),
  made_with_ai: z.boolean(),
  focal_point: z.looseObject({ x: z.number(), y: z.number() }),
});
type Library = ReadonlyMap<string, FoundPictureDetails>;

/** The reader of `plumbline export`. */
export const plumblineReader: Reader = {
  format: 'plumbline',
  matches: async (source) => (await readManifest(source)) !== null,
  site: async (source) => {
    const { name, url } = (await readManifest(source))?.site ?? { name: null, url: null };
    const host = url === null ? null : URL.parse(url)?.hostname;
    return { name, url, hosts: host ? [host] : [] };
  },
  async *read(source) {
    const address = (await readManifest(source))?.site.url ?? '';
    const library = await readLibrary(source);
    for await (const { path } of source.entries())
      if (ARTICLE.test(path)) yield await readArticle(source, path, { address, library });
  },
};

async function readManifest(source: ImportSource): Promise<z.infer<typeof manifestSchema> | null> {
  const json = await source.open(MANIFEST).then(readAll, () => null);
  return json === null ? null : (manifestSchema.safeParse(parseJson(json)).data ?? null);
}

/** What `media.json` says about each picture, by its hash. */
async function readLibrary(source: ImportSource): Promise<Library> {
  const json = await source.open('media.json').then(readAll, () => null);
  const read = z.array(pictureSchema).safeParse(json === null ? null : parseJson(json));
  return new Map(
    (read.data ?? []).map(({ hash, title, licence, source: from, ends_on, made_with_ai, focal_point }) => [
      hash,
      {
        title,
        licence,
        source: from,
        endsOn: ends_on,
        isAiMade: made_with_ai,
        focalX: focal_point.x,
        focalY: focal_point.y,
      },
    ]),
  );
}

type Site = { address: string; library: Library };

async function readArticle(source: ImportSource, path: string, site: Site): Promise<ImportItem> {
  const sourceId = path.slice(0, -'.json'.length);
  const read = articleSchema.safeParse(parseJson(await readAll(await source.open(path))));
  if (!read.success) {
    const [issue] = read.error.issues;
    return { refused: { sourceId, title: sourceId, why: `${issue?.path.join('.')} ${issue?.message}` } };
  }
  const { data } = read;
  return {
    article: {
      sourceId,
      title: data.headline,
      excerpt: data.dek,
      body: { kind: 'markdown', text: data.blocks.map((block) => block.text).join('\n\n') },
      exact: {
        blocks: data.blocks,
        sources: data.sources,
        ...publishedTexts(data),
        ...packetTextsOf(data.search ?? {}),
      },
      slug: data.slug,
      status: 'published',
      publishedAt: data.publishedAt ?? null,
      updatedAt: data.modifiedAt ?? null,
      // Without its own byline, an article is by the publication, whatever its name is there.
      authors: data.authorSlug && data.author ? [data.author] : [],
      tags: data.tags.map(({ name }) => name),
      categories: [data.section],
      hero: data.hero ? pictureOf(data.hero, site) : null,
      oldPaths: [new URL(data.url).pathname, ...data.formerPaths],
    },
  };
}

type ExportedHero = { hash: string; width: number; alt: string; credit: string };

/** The largest file of the picture, which is in the export, and on the site that it comes from. */
function pictureOf({ hash, width, alt, credit }: ExportedHero, { address, library }: Site): FoundPicture {
  const details = library.get(hash);
  const largest = `${address}/media/${hash}/${Math.min(width, 1600)}.jpg`;
  return { address: largest, alt, caption: '', credit, ...(details && { details }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
