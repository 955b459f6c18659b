import { text as readAll } from 'node:stream/consumers';
import * as z from 'zod';
import { blockSchema, sourceSchema } from '../../article/model/copy.ts';
import type { ImportItem, ImportSource, Reader } from '../import-item.ts';

// Reads an export of Plumbline (docs/export.md): the JSON of each article has every text unchanged.

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
  pictureCaption: text,
  numberTable: text,
  sponsorshipDisclosure: text,
  search: z.looseObject({ title: text, description: text, excerpt: text }).optional(),
});

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
    for await (const { path } of source.entries()) {
      if (ARTICLE.test(path)) yield await readArticle(source, path, address);
    }
  },
};

async function readManifest(source: ImportSource): Promise<z.infer<typeof manifestSchema> | null> {
  const found = await source.open(MANIFEST).then(readAll, () => null);
  return found === null ? null : (manifestSchema.safeParse(parseJson(found)).data ?? null);
}

async function readArticle(source: ImportSource, path: string, siteUrl: string): Promise<ImportItem> {
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
        pictureCaption: data.pictureCaption ?? null,
        numberTable: data.numberTable ?? null,
        sponsorshipDisclosure: data.sponsorshipDisclosure ?? null,
        seoTitle: data.search?.title ?? null,
        seoDescription: data.search?.description ?? null,
        socialExcerpt: data.search?.excerpt ?? null,
      },
      slug: data.slug,
      status: 'published',
      publishedAt: data.publishedAt ?? null,
      updatedAt: data.modifiedAt ?? null,
      // Without a byline of its own, an article is by the publication, whatever its name is there.
      authors: data.authorSlug && data.author ? [data.author] : [],
      tags: data.tags.map(({ name }) => name),
      categories: [data.section],
      hero: data.hero ? pictureOf(data.hero, siteUrl) : null,
      oldPaths: [new URL(data.url).pathname, ...data.formerPaths],
    },
  };
}

type ExportedHero = { hash: string; width: number; alt: string; credit: string };

/** The largest file of the picture on the site that it comes from. */
function pictureOf({ hash, width, alt, credit }: ExportedHero, siteUrl: string) {
  return { address: `${siteUrl}/media/${hash}/${Math.min(width, 1600)}.jpg`, alt, caption: '', credit };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
