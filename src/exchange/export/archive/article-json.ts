import { publishedTexts } from '#article/article-fields.ts';
import { publicArticle } from '#article/pages/article-json.ts';
import { evidenceJson } from '#evidence/pages/evidence-json.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { ExportedArticle } from './read-articles.ts';

/** Everything that readers can see of an article, for programs: the public JSON, and what it leaves out. */
export function exportedJson(publication: Publication, exported: ExportedArticle) {
  const { article, evidence, corrections, series, formerPaths } = exported;
  const { id, revision, authorSlug, bodyBlocks, tags, hero, search } = article;
  // In its place of the first exports: the same content gives the same bytes.
  const { sponsorshipDisclosure, ...texts } = publishedTexts(article);
  return {
    ...publicArticle(publication, article),
    id,
    revision,
    authorSlug,
    blocks: bodyBlocks,
    tags,
    hero,
    ...texts,
    sponsorshipDisclosure,
    search,
    series,
    formerPaths,
    corrections,
    evidence: evidence && evidenceJson(publication, article, evidence),
  };
}
export type ExportedJson = ReturnType<typeof exportedJson>;

/** JSON as every file of an export has it. */
export function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
