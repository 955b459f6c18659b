import * as z from 'zod';
import { slug, text, uuid } from '#core/text.ts';
import { isZone } from '#core/wall-time.ts';
import { PUBLISHED_TEXT_NAMES, valuesOf } from './article-fields.ts';
import { blockSchema, sourceSchema, sourceUrl } from './copy.ts';
import { foundSchema, UNFOUND } from './found-in-source.ts';
import { SEARCH_NAMES } from './search-words.ts';
import { EXEMPT_CLASSES, SETTLEMENT_KINDS } from './settlement-kinds.ts';

// `history/SECTION/SLUG.json` of an export: every public revision of one article with what readers saw, and what happened to it. The
// export writes it, a restore reads it. All of it was public; of a withdrawn article only the addresses and the times are in it.

const time = z.iso.datetime();
const number = z.int().min(0);
const words = z.string().nullable();
const name = text({ min: 1, max: 120 });
const addressSchema = z.object({ section: slug, slug });

const heroSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  width: number,
  height: number,
  alt: z.string(),
  credit: z.string(),
  isAiMade: z.boolean(),
  focus: z.object({ x: z.number(), y: z.number() }),
  endsOn: z.iso.date().nullable(),
});

const siteSchema = z.object({
  name: z.string(),
  baseUrl: z.url({ protocol: /^https?$/ }),
  byline: z.string(),
  language: z.string(),
  licence: z.enum(['reserved', 'search-only', 'cc-by-4.0', 'cc0-1.0']).optional(),
  timeZone: z.string().refine(isZone).optional(),
});

const figureSchema = z.object({
  anchor: z.string().regex(/^[0-9a-f]{64}$/),
  text: z.string(),
  field: z.string(),
  block: words,
  blockTurn: z.int().nullable(),
  inBlock: z.int(),
  at: z.int(),
  sentence: z.string(),
  settlement: z.enum(SETTLEMENT_KINDS).nullable(),
  source: z
    .object({
      title: z.string(),
      url: z.string(),
      publisher: z.string().optional(),
      archived: sourceUrl.optional(),
    })
    .nullable(),
  locator: words,
  quote: words,
  found: foundSchema.nullable().optional(),
  unfound: z.enum(UNFOUND).optional(),
  who: words,
  when: words,
  class: z.enum(EXEMPT_CLASSES).nullable(),
  formula: words,
  computedFrom: z.array(z.object({ name: z.string(), text: z.string(), anchor: z.string() })),
  signed: z
    .object({ by: text({ max: 120 }).nullable(), reason: text({ max: 1000, lines: true }) })
    .nullable()
    .optional(),
  settledAt: time.nullable(),
});

const evidenceSchema = z.object({
  at: time,
  figures: z.array(figureSchema),
  counts: z.object({
    figures: number,
    open: number,
    found: number.optional(),
    ...Object.fromEntries(SETTLEMENT_KINDS.map((kind) => [kind, number])),
  }),
});

const copySchema = z.object({
  headline: z.string(),
  dek: z.string(),
  blocks: z.array(blockSchema).min(1),
  sources: z.array(sourceSchema),
  correctionNote: words,
  ...valuesOf(PUBLISHED_TEXT_NAMES, () => words.default(null)),
  search: z.object(valuesOf(SEARCH_NAMES, () => words.default(null))),
  /** The slug of its byline and of each tag, and the hash of its picture, as they are today. */
  byline: slug.nullable(),
  tags: z.array(slug),
  picture: z.string().nullable(),
});

const revisionSchema = z.object({
  revision: number,
  at: time,
  ...addressSchema.shape,
  correction: z.int().min(1).nullable(),
  /** The mark of an article from the archive of another site, and when it was last changed there. */
  archive: z
    .object({
      name: name,
      url: z.url({ protocol: /^https?$/ }).nullable(),
      publishedAt: z.iso.datetime({ offset: true }),
    })
    .nullable(),
  modifiedAt: time.nullable(),
  copy: copySchema,
  /** Byline, tags, picture and names of the site as readers saw them first. */
  author: z.object({ name: z.string(), slug }).nullable(),
  tags: z.array(z.object({ slug, name: z.string() })),
  hero: heroSchema.nullable(),
  site: siteSchema.nullable(),
  evidence: z.array(evidenceSchema),
});

export const historySchema = z.object({
  id: uuid,
  ...addressSchema.shape,
  isLive: z.boolean(),
  publishedAt: time.nullable(),
  /** The agent that drafted it: who approved the agent, the host of its app, and the editor who is named with it. */
  drafted: z
    .object({ letInBy: name, clientHost: z.string().max(253).nullable(), editedBy: name.nullable() })
    .nullable(),
  notice: z.object({ text: z.string().max(600), at: time }).nullable(),
  heldWords: z.object({ alt: z.string(), credit: z.string() }).nullable(),
  addresses: z.array(addressSchema),
  related: z.array(addressSchema),
  corrections: z.array(z.object({ number: z.int().min(1), at: time, revision: number, note: z.string() })),
  events: z.array(
    z.object({
      seq: z.int().min(1),
      at: time,
      act: z.enum(['published', 'corrected', 'recaptioned', 'moved', 'withdrawn']),
      ...addressSchema.shape,
      revision: number.nullable(),
    }),
  ),
  /** Those that were public, by number; none of a withdrawn article. */
  revisions: z.array(revisionSchema),
});
export type ArticleHistory = z.infer<typeof historySchema>;
export type HistoryRevision = ArticleHistory['revisions'][number];
export type ShownEvidence = HistoryRevision['evidence'][number];
export type HistoryEvent = ArticleHistory['events'][number];
