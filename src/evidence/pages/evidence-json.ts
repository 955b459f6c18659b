import * as z from 'zod';
import { articleUrl } from '#article/addresses.ts';
import { archiveMarkSchema, archiveMember } from '#article/archive-words.ts';
import { EXHIBIT_KINDS, type PlacedWords } from '#article/exhibits.ts';
import { foundSchema, UNFOUND } from '#article/found-in-source.ts';
import type { PublishedArticle } from '#article/published.ts';
import { EXEMPT_CLASSES, SETTLEMENT_KINDS } from '#article/settlement-kinds.ts';
import { exhibitsInOrder } from '#evidence/exhibits.ts';
import { numberOf } from '#evidence/figures/compute-figure.ts';
import type { Evidence, EvidenceFigure } from '#evidence/figures/evidence.ts';
import { shownTable } from '#evidence/number-table.ts';
import type { Publication } from '#runtime/config/config.ts';

const count = () => z.int().min(0);

export const evidenceFigureSchema = z
  .strictObject({
    text: z.string().describe('The number as written in the article.'),
    field: z
      .string()
      .describe('The field it is in: `body`, `headline`, `dek`, `correctionNote`, `seoTitle` and so on.'),
    block: z.string().nullable().describe('The id of its block; null outside the body.'),
    occurrence: z.int().min(1).describe('Which occurrence of the same text in its field or block, from 1.'),
    sentence: z.string(),
    settlement: z
      .enum(SETTLEMENT_KINDS)
      .nullable()
      .describe(
        'How it was settled; `exempt` is a date, a name, a place in an order or a small count. Null where it was not settled.',
      ),
    class: z.enum(EXEMPT_CLASSES).nullable().describe('What an exempt number is.'),
    source: z
      .strictObject({
        title: z.string(),
        url: z.url(),
        publisher: z.string().optional(),
        archived: z.url().optional().describe('The address of an archived copy that an editor stored beside it.'),
      })
      .nullable(),
    locator: z.string().nullable().describe('The place in the source.'),
    quote: z.string().nullable().describe('The words of the source that contain it.'),
    found: foundSchema
      .optional()
      .describe(
        'That the number was found in the source, by opening it. Without it an editor named the source and the place.',
      ),
    unfound: z
      .enum(UNFOUND)
      .optional()
      .describe(
        'For a sourced number without `found`, which an editor named: `not_opened` if nobody opened the source here, `not_found` if it was opened and does not have the number, `not_compared` if it has the number and the editor did not settle by that passage. Absent in evidence of an older release: the source was not opened.',
      ),
    said: z
      .strictObject({ who: z.string(), when: z.string() })
      .nullable()
      .describe('For a quoted number: who said it, and when.'),
    computedFrom: z
      .strictObject({
        formula: z.string(),
        figures: z
          .array(z.strictObject({ name: z.string(), text: z.string() }))
          .describe('The numbers that its names stand for.'),
      })
      .nullable(),
    signed: z
      .strictObject({
        by: z.string().nullable().describe('The byline of the editor; null without one.'),
        reason: z.string(),
      })
      .nullable()
      .describe('For a signed number: who signed and why. Null where the editor keeps the reason from readers.'),
    settledAt: z.iso
      .datetime()
      .nullable()
      .describe('Null where it is open, and where the server recognised it as part of a name.'),
  })
  .meta({
    id: 'EvidenceFigure',
    description:
      'A number of an article, and how it was settled. Settled does not mean true: the entry says what was checked.',
  });

const countsSchema = z.strictObject({
  figures: count().describe('All numbers found.'),
  open: count().describe('Published without being settled.'),
  sourced: count(),
  found: count().describe('Those of the sourced ones that were found in their source, by opening it.'),
  computed: count(),
  quoted: count(),
  signed: count().describe('An editor vouches for it.'),
  exempt: count().describe('Dates, names, positions in a list and small counts.'),
});

export const figuresSchema = z
  .array(evidenceFigureSchema)
  .describe(
    'In reading order, at most 2,000; empty where the article was published before numbers were settled one by one.',
  );

export const numberEvidenceSchema = evidenceFigureSchema
  .omit({ source: true, settledAt: true })
  .partial()
  .required({ text: true })
  .extend({
    field: z
      .string()
      .optional()
      .describe('The field it is in: `headline`, `dek`, `correctionNote` and so on; absent in the body.'),
    occurrence: z
      .int()
      .min(2)
      .optional()
      .describe('Which occurrence of the same text in its field or block; absent for the first.'),
    sentence: count().optional().describe('Where its sentence is in `sentences`; absent for an exempt number.'),
    source: count().optional().describe('Where its source is in `sources`.'),
  })
  .meta({
    id: 'NumberEvidence',
    description:
      'A number of an article, and how it was settled; fields that do not apply are absent. Settled does not mean true: the entry says what was checked.',
  });

export const evidenceSchema = z
  .strictObject({
    url: z.url().describe('The article.'),
    section: z.string(),
    slug: z.string(),
    revision: count().describe('The published revision that the numbers belong to.'),
    counts: countsSchema
      .nullable()
      .describe('Null if the article was published before numbers were settled one by one, or is of an archive.'),
    sources: z.array(evidenceFigureSchema.shape.source.unwrap()).describe('The sources of the numbers, each once.'),
    sentences: z.array(z.string()).describe('The sentences of the numbers, each once.'),
    figures: z
      .array(numberEvidenceSchema)
      .describe(
        'In reading order, at most 2,000; empty where the article was published before numbers were settled one by one.',
      ),
    table: z
      .strictObject({
        title: z.string(),
        after: z.string().nullable().describe('The id of the block that it follows.'),
        rows: z.array(
          z.strictObject({
            label: z.string(),
            text: z.string().describe('The number as written in the article.'),
            value: z.number().nullable().describe('Its value without the unit; null where it states no single number.'),
            figure: count().describe('Its index in `figures`, which says how it was settled.'),
          }),
        ),
      })
      .optional()
      .describe('The table of numbers that editors placed in the article; absent without one.'),
    exhibits: z
      .array(
        z.strictObject({
          number: z.int().min(1).describe('Readers know it as Fig. 1, Fig. 2; `#fig-1` leads to it.'),
          kind: z.enum(EXHIBIT_KINDS).describe('A table, or how its table is drawn: bars, lines or dots.'),
          caption: z.string(),
          after: z.string().describe('The id of the block that it follows.'),
          source: z.url().nullable(),
          credit: z.string().nullable(),
          note: z.string().nullable(),
          head: z.array(z.string()),
          rows: z.array(
            z.array(
              z.strictObject({
                text: z.string(),
                value: z.number().nullable().describe('Its value without the unit; null for other words.'),
                figures: z
                  .array(count())
                  .describe('Indexes in `figures`: the numbers of the cell and how they were settled.'),
              }),
            ),
          ),
        }),
      )
      .optional()
      .describe('The tables and charts of the article, as readers meet them; absent where it has none.'),
    method: z.url().describe('How numbers are settled.'),
    archive: archiveMarkSchema.optional(),
  })
  .meta({ id: 'Evidence', description: 'How each number of a published article was settled.' });

/** The body of `…/evidence`, and its part in an export: each source once, and no empty fields. */
export function evidenceJson(
  publication: Publication,
  article: PublishedArticle,
  evidence: Evidence | null,
): z.infer<typeof evidenceSchema> {
  const { section, slug, revision } = article;
  const figures = figuresJson(evidence);
  const sources = new Map(figures.flatMap(({ source }) => (source ? [[source.url, source] as const] : [])));
  const urls = [...sources.keys()];
  const settled = figures.filter(({ settlement }) => settlement !== 'exempt');
  const sentences = [...new Set(settled.map(({ sentence }) => sentence))];
  const table = evidence && tableJson(article, evidence);
  return {
    url: articleUrl(publication, article),
    section,
    slug,
    revision,
    counts: evidence && countsJson(evidence),
    sources: [...sources.values()],
    sentences,
    figures: figures.map(({ text, field, occurrence, sentence, source, settledAt: _, ...figure }) => ({
      text,
      ...(field !== 'body' && { field }),
      ...(occurrence > 1 && { occurrence }),
      ...(figure.settlement !== 'exempt' && { sentence: sentences.indexOf(sentence) }),
      ...(source && { source: urls.indexOf(source.url) }),
      ...withoutNull(figure),
    })),
    ...(table && { table }),
    ...exhibitsMember(article, evidence),
    method: `${publication.baseUrl}/method`,
    ...archiveMember(article.archive),
  };
}

function withoutNull<T extends object>(value: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as never;
}

function tableJson({ numberTable, bodyBlocks }: PublishedArticle, evidence: Evidence) {
  const table = shownTable(numberTable, bodyBlocks, evidence);
  if (!table) return null;
  return {
    title: table.title,
    after: table.after?.id ?? null,
    rows: table.rows.map(({ label, figure }) => ({
      label,
      text: figure.text,
      value: numberOf(figure.text)?.value ?? null,
      figure: evidence.figures.indexOf(figure),
    })),
  };
}

function exhibitsMember({ exhibits, bodyBlocks }: PublishedArticle, evidence: Evidence | null) {
  const placed = exhibitsInOrder(exhibits, bodyBlocks);
  if (placed.length === 0) return {};
  const figures = evidence?.figures ?? [];
  const cell = ({ text, at }: PlacedWords) => ({
    text,
    value: numberOf(text)?.value ?? null,
    figures: figures.flatMap((figure, index) =>
      figure.field === 'exhibits' && figure.at >= at && figure.at < at + text.length ? [index] : [],
    ),
  });
  return {
    exhibits: placed.map(({ exhibit: { number, kind, caption, source, credit, note, head, rows }, after }) => ({
      number,
      kind,
      caption: caption.text,
      after: after.id,
      source,
      credit: credit?.text ?? null,
      note: note?.text ?? null,
      head: head.map(({ text }) => text),
      rows: rows.map((row) => row.map(cell)),
    })),
  };
}

/** The figures of one published revision. */
export function figuresJson(evidence: Pick<Evidence, 'figures'> | null): z.infer<typeof figuresSchema> {
  return evidence?.figures.map(figureJson) ?? [];
}

/** The address of the evidence of an article. */
export function evidenceUrl({ baseUrl }: Publication, { section, slug }: { section: string; slug: string }): string {
  return `${baseUrl}/api/v1/public/articles/${section}/${slug}/evidence`;
}

function countsJson({ counts }: Evidence): z.infer<typeof countsSchema> {
  const { figures, open, sourced, found: hits = 0, computed, quoted, signed, exempt } = counts;
  return { figures, open, sourced, found: hits, computed, quoted, signed, exempt };
}

/** One figure. */
export function figureJson(figure: EvidenceFigure): z.infer<typeof evidenceFigureSchema> {
  const { text, field, block, inBlock, sentence, settlement, source, locator, quote, settledAt } = figure;
  const { who, when, formula, computedFrom, signed = null } = figure;
  return {
    text,
    field,
    block,
    occurrence: inBlock,
    sentence,
    settlement,
    class: figure.class,
    source,
    locator,
    quote,
    ...(figure.found && { found: figure.found }),
    ...(figure.unfound && { unfound: figure.unfound }),
    said: who === null || when === null ? null : { who, when },
    computedFrom:
      formula === null ? null : { formula, figures: computedFrom.map(({ name, text: of }) => ({ name, text: of })) },
    signed,
    settledAt,
  };
}
