import * as z from 'zod'; // by `{ z }` a script of the browser would carry all of it
import { isPlainHttps } from '#core/https-address.ts';
import { SLUG, slug, text, uuid } from '#core/text.ts';
import {
  NEWSROOM_TEXT_NAMES,
  OPTIONAL_TEXT_NAMES,
  type OptionalTextName,
  optionalText,
  PACKET_TEXT_NAMES,
  PACKET_TEXTS,
  type PacketTextName,
  REQUIRED_TEXTS,
  type RequiredTextName,
  SENT_TEXT_NAMES,
  valuesOf,
} from './article-fields.ts';
import { readCredits } from './credits.ts';
import { readExhibits } from './exhibits.ts';
import { readNumberTable } from './number-table.ts';

// An article's copy as it is sent and stored: exactly the "Article write payload" of the specification.

/** Most tags of an article. */
export const MOST_TAGS = 20;

export const BLOCK_TYPES = ['paragraph', 'heading', 'subheading', 'quote', 'list'] as const;

export const blockSchema = z
  .strictObject({
    id: text().describe('Any string. Ids may repeat; the position tells such blocks apart.'),
    text: text({ lines: true }).describe(
      'Plain text with a small inline Markdown: emphasis, strong, code and https links. In a list each line is an item.',
    ),
    type: z.enum(BLOCK_TYPES),
  })
  .meta({ id: 'BodyBlock' });
export type BodyBlock = z.infer<typeof blockSchema>;

/** The address of a source. */
export const sourceUrl = z
  .string()
  .refine((value) => value.startsWith('https://'), { error: 'must start with https://' })
  .refine((value) => value.length <= 2000, { error: 'must be at most 2000 characters long' })
  .refine(isPlainHttps, { error: 'must be an https address without user name, backslash or white space' })
  .overwrite(serialise)
  .refine((value) => value.length <= 2000, { error: 'must be at most 2000 characters long once escaped' })
  .meta({ format: 'uri', pattern: '^https://', maxLength: 2000 });

export const sourceSchema = z
  .strictObject({
    title: text({ min: 2, max: 240 }),
    url: sourceUrl,
    publisher: text({ max: 160 }).optional(),
    note: text({ max: 500 }).optional(),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof sourceSchema>;

const CLAIMS_EXAMPLE =
  '{"figures":[{"path":"bodyBlocks.0.text","figure":"412","name":"f1","settlement":"sourced","source":"https://…","locator":"Table 2","quote":"412 points"},{"path":"dek","figure":"96%","settlement":"computed","formula":"f2 / f1 * 100"}]}';

const EXHIBITS_EXAMPLE = JSON.stringify(
  'table: Points in an hour\nafter: b1\nsource: https://…\nHow | Points\nRobot | 412',
);

const CLAIMS_DESCRIPTION = `JSON text that proposes how each open number of the gate is settled: ${CLAIMS_EXAMPLE}. path and figure are those of the gate, and so is occurrence where it has one. settlement is sourced (source: the url of one of the sources; locator; quote: its words that hold the number), computed (formula: + - * / over the names of other entries), quoted (who, when) or exempt (class: date, name, ordinal, list_number, small_count for the two of “two reasons”, or earlier_value for the wrong number that a correction note names). Beside figures it may have exhibits, a text that proposes tables and charts, which an editor takes over: ${EXHIBITS_EXAMPLE}. Each begins with its kind (table, bars, lines or dots) and its caption; after is the id of a block; the further lines are rows, the first the head. Text that is not JSON is a note for the editors.`;

export const packetSchema = z.strictObject(sortKeys(valuesOf(PACKET_TEXT_NAMES, packetText))).meta({
  id: 'EditorialPacket',
  description:
    'Notes for the editors, never published, and three texts that are published for search engines and shared links.',
});

/** Texts whose lines are read. Each returns a message for lines that cannot be read. */
const READERS: { [name in OptionalTextName]?: (text: string) => unknown } = {
  numberTable: readNumberTable,
  credits: readCredits,
  exhibits: readExhibits,
};

const slugField = slug.meta({ pattern: SLUG.source });

export const copySchema = z
  .strictObject({
    bodyBlocks: z.array(blockSchema).min(1),
    dek: requiredText('dek'),
    headline: requiredText('headline'),
    section: slugField.describe('The slug of the section. One that does not exist is stored and reported in the gate.'),
    slug: slugField,
    ...sortKeys({
      authorId: uuid.optional().describe('The byline: an id of `authors`, which list_articles lists with names: true.'),
      editorialPacket: packetSchema.optional(),
      heroAssetId: uuid.nullable().optional(),
      sources: z.array(sourceSchema).max(30).optional(),
      tagIds: z
        .array(uuid)
        .max(MOST_TAGS)
        .optional()
        .describe('Ids of `tags`, which list_articles lists with names: true.'),
      ...valuesOf(SENT_TEXT_NAMES, textSchema),
    }),
  })
  .meta({ id: 'ArticleDraft', description: 'The article write payload.' });

/** The copy as the newsroom writes it: the write payload, and the fields that only the newsroom has. */
export const newsroomCopySchema = z.strictObject({
  ...copySchema.shape,
  ...valuesOf(NEWSROOM_TEXT_NAMES, textSchema),
});
export type Copy = z.infer<typeof newsroomCopySchema>;

export const revisionSchema = z
  .strictObject({
    ...copySchema.shape,
    baseRevision: z
      .int()
      .min(0)
      .describe('The latest revision, on which this one is based; any other number gets 409 revision_conflict.'),
  })
  .meta({ id: 'ArticleRevision', description: 'The article write payload with the revision it was made from.' });
export type RevisedCopy = Copy & { baseRevision: number };

const words = z.string();

/** The shape of copy without its limits: a working copy may be unfinished. */
export const unfinishedCopySchema = z.strictObject({
  bodyBlocks: z.array(z.strictObject({ id: words, text: words, type: z.enum(BLOCK_TYPES) })),
  dek: words,
  headline: words,
  section: words,
  slug: words,
  authorId: words.optional(),
  editorialPacket: z.partialRecord(packetSchema.keyof(), words.optional()).optional(),
  heroAssetId: words.nullable().optional(),
  sources: z
    .array(z.strictObject({ title: words, url: words, publisher: words.optional(), note: words.optional() }))
    .optional(),
  tagIds: z.array(words).optional(),
  ...valuesOf(OPTIONAL_TEXT_NAMES, () => words.nullable().optional()),
});
export type UnfinishedCopy = z.infer<typeof unfinishedCopySchema>;

function requiredText(name: RequiredTextName): z.ZodString {
  const { max, description } = REQUIRED_TEXTS[name];
  return describe(text({ min: 1, max }), description);
}

function textSchema(name: OptionalTextName) {
  const { min = 0, max, hasLines = false, description } = optionalText(name);
  const words = text({ min, max, lines: hasLines });
  const read = READERS[name];
  return describe((read ? asLines(words, read) : words).nullable().optional(), description);
}

function asLines(words: z.ZodString, read: (text: string) => unknown): z.ZodString {
  return words.refine((value) => typeof read(value) !== 'string', {
    error: ({ input }) => String(read(String(input))),
  });
}

function packetText(name: PacketTextName) {
  const { description } = PACKET_TEXTS[name] as { description?: string };
  return describe(text({ lines: true }).optional(), name === 'claimsReview' ? CLAIMS_DESCRIPTION : description);
}

function describe<Schema extends z.ZodType>(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : schema.describe(description);
}

/** The same fields in alphabetical order, as in the specification. Parsed copy has this order, and so has the hash that recognises a retry. */
function sortKeys<Shape extends object>(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).sort(([key], [other]) => (key < other ? -1 : 1))) as Shape;
}

function serialise(value: string): string {
  return URL.parse(value)?.href ?? value;
}
