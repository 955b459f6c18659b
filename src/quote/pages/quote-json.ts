import * as z from 'zod';
import { articleUrl, revisionUrl } from '#article/addresses.ts';
import { archiveMarkSchema, archiveMember } from '#article/archive-words.ts';
import { blockAnchors } from '#article/block-anchors.ts';
import type { BodyBlock } from '#article/copy.ts';
import { evidenceFigureSchema, figureJson } from '#evidence/pages/evidence-json.ts';
import { FEWEST_WORDS, LONGEST_QUOTE, MOST_WORDS } from '#quote/check-quote.ts';
import type { FoundQuote, QuoteCheck } from '#quote/quote-check.ts';
import type { Publication } from '#runtime/config/config.ts';
import { quotedText } from './quoted.ts';

export const quoteRequestSchema = z
  .strictObject({
    text: z
      .string()
      .describe(
        `The words as they are quoted: ${FEWEST_WORDS} to ${MOST_WORDS} words, at most ${LONGEST_QUOTE} characters. An ellipsis stands for words that were left out.`,
      ),
  })
  .meta({ id: 'QuoteRequest', description: 'A quote to check.' });

const differenceSchema = z.strictObject({
  quoted: z.string().describe('Words of the quote; empty where it leaves words out.'),
  article: z.string().describe('Words of the article; empty where the quote adds words, and for a withdrawn article.'),
  isNumber: z.boolean().describe('Whether a number differs.'),
});

const sinceSchema = z.strictObject({
  at: z.iso.datetime(),
  type: z.enum(['corrected', 'changed', 'withdrawn']),
  revision: z.int().min(0).nullable().describe('The revision without the passage; null after a withdrawal.'),
  note: z.string().nullable().describe('The correction note, or the notice of the editors about the withdrawal.'),
  now: z
    .string()
    .nullable()
    .describe('What the article says now in place of the passage; null where nothing is similar.'),
});

export const quoteCheckSchema = z
  .strictObject({
    match: z
      .enum(['verbatim', 'near', 'not_found'])
      .describe(
        '`verbatim`: the same words in the same order; only spaces, punctuation and kinds of quotation marks may differ. `near`: at most one word in four differs; `changed` says which. Always `near` for a withdrawn article, without saying which.',
      ),
    stands: z
      .enum(['true', 'corrected', 'changed', 'withdrawn'])
      .nullable()
      .describe(
        'Whether the article says it today. `true`: the passage is in the live text. It does not say that the passage is right. Null where nothing was found.',
      ),
    article: z.uuid().nullable().describe('The id of the article. It keeps it when it moves.'),
    section: z.string().nullable(),
    slug: z.string().nullable(),
    headline: z.string().nullable(),
    revision: z.int().min(0).nullable().describe('The newest published revision that has the passage.'),
    block: z.string().nullable().describe('The id of the block; null for the headline and the dek.'),
    url: z.url().nullable().describe('The article as it is now, at the block if it has it.'),
    permalink: z.url().nullable().describe('The revision that has the passage, at the block.'),
    passage: z
      .string()
      .nullable()
      .describe('The words of the article, `…` where the quote leaves out more. Null for a withdrawn article.'),
    figures: z.array(evidenceFigureSchema).describe('The numbers in the passage, and how each was settled.'),
    changed: z
      .strictObject({
        words: z.array(differenceSchema).describe('How the quote differs from the passage.'),
        since: sinceSchema.nullable().describe('What happened to the passage since; null while it stands.'),
      })
      .nullable()
      .describe('Null for a verbatim quote that stands.'),
    archive: archiveMarkSchema.optional(),
  })
  .meta({ id: 'QuoteCheck', description: 'Where the published articles have a quote, and whether it still stands.' });

const NOT_FOUND: z.infer<typeof quoteCheckSchema> = {
  match: 'not_found',
  stands: null,
  article: null,
  section: null,
  slug: null,
  headline: null,
  revision: null,
  block: null,
  url: null,
  permalink: null,
  passage: null,
  figures: [],
  changed: null,
};

/** The body of a quote check. */
export function quoteJson(publication: Publication, check: QuoteCheck): z.infer<typeof quoteCheckSchema> {
  if (check.match === 'not_found') return NOT_FOUND;
  const { match, stands, articleId, section, slug, headline, revision, blockId, places, figures } = check;
  const { differences, since } = check;
  return {
    match,
    stands,
    article: articleId,
    section,
    slug,
    headline,
    revision,
    block: blockId,
    url: quoteUrl(publication, check),
    permalink: quotePermalink(publication, check),
    passage: quotedText(places),
    figures: figures.map(figureJson),
    changed:
      differences.length === 0 && since === null
        ? null
        : {
            words: differences.map(({ quoted, original, isNumber }) => ({ quoted, article: original, isNumber })),
            since: since && {
              at: since.at,
              type: since.act,
              revision: since.revision,
              note: since.note,
              now: quotedText(since.now),
            },
          },
    ...archiveMember(check.archive),
  };
}

/** The address of the article, at the block if the live text has it. */
export function quoteUrl(publication: Publication, { section, slug, blocks, liveBlocks, places }: FoundQuote): string {
  const [first] = places;
  const turn = turnOf(blocks, first?.block ?? null);
  const now = liveBlocks.filter(({ id }) => id === first?.block?.id)[turn - 1];
  return articleUrl(publication, { section, slug }) + fragmentOf(liveBlocks, now);
}

/** The permanent address of the revision, at the block. */
export function quotePermalink(
  publication: Publication,
  { section, slug, revision, blocks, places }: FoundQuote,
): string {
  return revisionUrl(publication, { section, slug, revision }) + fragmentOf(blocks, places[0]?.block);
}

/** Which block with its id it is, from 1. */
function turnOf(blocks: readonly BodyBlock[], block: BodyBlock | null): number {
  return blocks.slice(0, blocks.indexOf(block as BodyBlock) + 1).filter(({ id }) => id === block?.id).length;
}

function fragmentOf(blocks: readonly BodyBlock[], block: BodyBlock | null | undefined): string {
  const anchor = block && blockAnchors(blocks).get(block);
  return anchor ? `#${encodeURIComponent(anchor)}` : '';
}
