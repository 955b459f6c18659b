import * as z from 'zod';
import { articleUrl, recordPath, revisionUrl } from '#article/addresses.ts';
import { archiveMarkSchema, archiveMember } from '#article/archive-words.ts';
import { LATER_TEXT_NAMES, publishedText, valuesOf } from '#article/article-fields.ts';
import { blockAnchors } from '#article/block-anchors.ts';
import { citationOf } from '#article/citation.ts';
import { BLOCK_TYPES, sourceSchema } from '#article/copy.ts';
import { figuresJson, figuresSchema } from '#evidence/pages/evidence-json.ts';
import type { RevisionThen } from '#evidence/revision-then.ts';
import { addressAt, captionWithCredit } from '#media/pages/picture-html.ts';
import { sha256 } from '#reading/records/signing/signed-document.ts';
import type { Publication } from '#runtime/config/config.ts';

const dateTime = () => z.iso.datetime();

/** The formats of texts that came later, each with what it adds. */
const LATER_FORMATS = LATER_TEXT_NAMES.map((name) => ({ name, format: publishedText(name).permanentFormat }));

/**
 * A permanent revision. Its bytes never change: a change of these fields needs another `format` beside this one. Texts
 * that came after format 1 follow from the table of fields; a revision without such a text has the bytes it always had.
 */
export const permanentRevisionSchema = z
  .strictObject({
    format: z
      .literal([1, 2, ...LATER_FORMATS.map(({ format }) => format)])
      .describe(
        [
          '2 is 1 with `archive`, of a revision from the archive of another site.',
          ...LATER_FORMATS.map(
            ({ name, format }) => `${format} has \`${name}\`, and may have what the formats before it have.`,
          ),
        ].join(' '),
      ),
    permalink: z.url().describe('The permanent address of this revision.'),
    url: z
      .url()
      .describe('The address of the article when this revision was published. It leads to what readers see now.'),
    record: z.url().describe('The address of the signed record of this revision.'),
    cite: z.string().describe('A citation of this revision, as one sentence.'),
    publication: z.string(),
    language: z.string(),
    id: z.uuid().describe('The article. It keeps this id when it moves.'),
    revision: z.int().min(0),
    section: z.string(),
    slug: z.string(),
    headline: z.string(),
    dek: z.string(),
    author: z.string(),
    publishedAt: dateTime().describe('When the article was first published.'),
    modifiedAt: dateTime().describe(
      'When readers saw this revision first; of one from an archive, when it was last changed there.',
    ),
    correctedAt: dateTime().nullable(),
    correctionNote: z.string().nullable().describe('The latest correction at that time.'),
    sponsorshipDisclosure: z.string().nullable(),
    picture: z.strictObject({ url: z.url(), alt: z.string(), caption: z.string() }).nullable(),
    blocks: z.array(
      z.strictObject({
        id: z.string(),
        anchor: z.string().nullable().describe('The fragment of the block on the page of the article.'),
        type: z.enum(BLOCK_TYPES),
        text: z.string(),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .describe('The SHA-256 of `text` in UTF-8, in hexadecimal.'),
      }),
    ),
    numberTable: z
      .string()
      .nullable()
      .describe('The table of numbers, as the editors wrote it: lines beside the blocks.'),
    sources: z.array(sourceSchema),
    tags: z.array(z.string()),
    figures: figuresSchema,
    archive: archiveMarkSchema.optional(),
    ...valuesOf(LATER_TEXT_NAMES, () => z.string().optional()),
  })
  .meta({ id: 'PermanentRevision', description: 'A revision of an article that readers saw, as it was then.' });

/** The JSON of a revision. `publication` has the names of the site at that time. */
export function revisionJson(
  publication: Publication,
  { article, evidence }: RevisionThen,
): z.infer<typeof permanentRevisionSchema> {
  const { bodyBlocks, hero } = article;
  const anchors = blockAnchors(bodyBlocks);
  const later = LATER_FORMATS.filter(({ name }) => article[name]);
  return {
    format: Math.max(article.archive ? 2 : 1, ...later.map(({ format }) => format)),
    permalink: revisionUrl(publication, article),
    url: articleUrl(publication, article),
    record: `${publication.baseUrl}${recordPath(article)}`,
    cite: citationOf(publication, article),
    publication: publication.name,
    language: publication.language,
    id: article.id,
    revision: article.revision,
    section: article.section,
    slug: article.slug,
    headline: article.headline,
    dek: article.dek,
    author: article.author ?? publication.byline,
    publishedAt: article.publishedAt,
    modifiedAt: article.modifiedAt,
    correctedAt: article.correctedAt,
    correctionNote: article.correctionNote,
    sponsorshipDisclosure: article.sponsorshipDisclosure,
    picture: hero && {
      url: `${publication.baseUrl}${addressAt(hero, 1200, 'jpg')}`,
      alt: hero.alt,
      caption: captionWithCredit(hero, article.pictureCaption),
    },
    blocks: bodyBlocks.map((block) => ({
      id: block.id,
      anchor: anchors.get(block) ?? null,
      type: block.type,
      text: block.text,
      sha256: sha256(block.text),
    })),
    numberTable: article.numberTable,
    sources: article.sources,
    tags: article.tags.map(({ name }) => name),
    figures: figuresJson(evidence),
    ...archiveMember(article.archive),
    ...Object.fromEntries(later.map(({ name }) => [name, article[name]])),
  };
}
