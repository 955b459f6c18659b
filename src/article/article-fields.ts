// The fields of an article's copy, described once: the schema of the API, the rows of the database, forms, comparison, revision
// sheet, figures and the search for hidden characters are all derived from these tables. Plain data, so that the editor's
// script in the browser can import it. Lengths count code points.

/** Texts that every article has. */
export const REQUIRED_TEXTS = {
  headline: { label: 'Headline', max: 110, description: undefined },
  dek: { label: 'Dek', max: 240, description: 'The line under the headline.' },
} as const satisfies Record<string, { label: string; max: number; description: string | undefined }>;

/** A text that an article may have: usually one line, null where it has none. */
type OptionalText = {
  label: string;
  /** The column of `revision` that stores it. */
  column: string;
  min?: number;
  max: number;
  /** Explains the field in the API description, and beside its field in the editor. */
  description?: string;
  hint: string;
  /** Whether readers see the text of the live revision. A correction note reaches them through the correction it makes. */
  isPublished: boolean;
  /** Only the newsroom writes it: it is not a field of the write payload. */
  isNewsroomOnly?: true;
};

export const OPTIONAL_TEXTS = {
  correctionNote: {
    label: 'Correction note',
    column: 'correction_note',
    min: 20,
    max: 2000,
    description: 'What was wrong and what is right now; published over a live article it becomes a correction.',
    hint: 'What was wrong, and what is right now. When this revision replaces a live one, the note becomes a permanent public correction.',
    isPublished: false,
  },
  sponsorshipDisclosure: {
    label: 'Sponsorship disclosure',
    column: 'sponsorship_disclosure',
    max: 1000,
    hint: 'Printed above the article.',
    isPublished: true,
  },
  pictureCaption: {
    label: 'Caption of the picture',
    column: 'picture_caption',
    max: 400,
    hint: 'What readers learn below the picture, in this article only. The credit follows it.',
    isPublished: true,
    isNewsroomOnly: true,
  },
  numberTable: {
    label: 'Table of numbers',
    column: 'number_table',
    max: 4000,
    hint: 'Drawn as a chart with its table. First its title; then a line for each number: label = number, written as in the text, where it must be settled. A line “after: Of the points” puts it after the block that begins so; without one it follows the block of its first number.',
    isPublished: true,
    isNewsroomOnly: true,
  },
} as const satisfies Record<string, OptionalText>;

/** Texts of `editorialPacket`. The published ones are for search engines and shared links; the others are notes for the editors. */
export const PACKET_TEXTS = {
  editorialStatus: { label: 'Editorial status', isPublished: false },
  claimsReview: { label: 'Claims review', isPublished: false },
  factCheckNotes: { label: 'Fact-check notes', isPublished: false },
  sourceNotes: { label: 'Source notes', isPublished: false },
  reportingGaps: { label: 'Reporting gaps', isPublished: false },
  heroBrief: { label: 'Hero brief', isPublished: false },
  seoTitle: {
    label: 'Title for search engines',
    isPublished: true,
    description: 'Published: the title that search engines show. The headline where it is missing.',
  },
  seoDescription: {
    label: 'Description for search engines',
    isPublished: true,
    description: 'Published: what search engines show below the title. The dek where it is missing.',
  },
  socialExcerpt: {
    label: 'Excerpt for sharing',
    isPublished: true,
    description: 'Published: what is shown with a shared link. The dek where it is missing.',
  },
} as const satisfies Record<string, { label: string; isPublished: boolean; description?: string }>;

/** Fields that are compared as a whole, not as text. */
const VALUE_LABELS = {
  section: 'Desk',
  slug: 'Slug',
  authorId: 'Byline',
  heroAssetId: 'Hero picture',
  tagIds: 'Tags',
  sources: 'Sources',
  bodyBlocks: 'Body',
  editorialPacket: 'Notes for the editors',
} as const;

type Published<Table> = {
  [Name in keyof Table]: Table[Name] extends { isPublished: true } ? Name : never;
}[keyof Table];
export type RequiredTextName = keyof typeof REQUIRED_TEXTS;
export type OptionalTextName = keyof typeof OPTIONAL_TEXTS;
export type SentTextName = {
  [Name in OptionalTextName]: (typeof OPTIONAL_TEXTS)[Name] extends { isNewsroomOnly: true } ? never : Name;
}[OptionalTextName];
export type OptionalTextColumn = (typeof OPTIONAL_TEXTS)[OptionalTextName]['column'];
export type PublishedTextName = Published<typeof OPTIONAL_TEXTS>;
export type PublishedTextColumn = (typeof OPTIONAL_TEXTS)[PublishedTextName]['column'];
export type PacketTextName = keyof typeof PACKET_TEXTS;
export type PublishedPacketName = Published<typeof PACKET_TEXTS>;

export const REQUIRED_TEXT_NAMES = namesOf(REQUIRED_TEXTS);
export const OPTIONAL_TEXT_NAMES = namesOf(OPTIONAL_TEXTS);
/** The optional texts of the write payload. */
export const SENT_TEXT_NAMES = OPTIONAL_TEXT_NAMES.filter(isSentText);
export const OPTIONAL_TEXT_COLUMNS = OPTIONAL_TEXT_NAMES.map((name) => OPTIONAL_TEXTS[name].column);
export const PUBLISHED_TEXT_NAMES = OPTIONAL_TEXT_NAMES.filter(isPublishedText);
export const PUBLISHED_TEXT_COLUMNS = PUBLISHED_TEXT_NAMES.map((name) => OPTIONAL_TEXTS[name].column);
export const PACKET_TEXT_NAMES = namesOf(PACKET_TEXTS);
export const PUBLISHED_PACKET_NAMES = PACKET_TEXT_NAMES.filter(isPublishedNote);
export const PACKET_NOTE_NAMES = PACKET_TEXT_NAMES.filter((name) => !isPublishedNote(name));

/** The label of each field by its name; of a text of the packet by its own name. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries({ ...REQUIRED_TEXTS, ...OPTIONAL_TEXTS, ...PACKET_TEXTS }).map(([name, { label }]) => [name, label]),
  ),
  ...VALUE_LABELS,
};

/** The optional texts of a copy that readers see. */
export function publishedTexts(copy: { [Name in PublishedTextName]?: string | null | undefined }) {
  return valuesOf(PUBLISHED_TEXT_NAMES, (name) => copy[name] ?? null);
}

/** The columns of the optional texts for a row, and the texts of such a row. */
export function toOptionalColumns(copy: { [Name in OptionalTextName]?: string | null | undefined }) {
  return Object.fromEntries(
    OPTIONAL_TEXT_NAMES.map((name) => [OPTIONAL_TEXTS[name].column, copy[name] ?? null]),
  ) as Record<OptionalTextColumn, string | null>;
}

export function optionalTextsOf(row: Record<OptionalTextColumn, string | null>) {
  return valuesOf(OPTIONAL_TEXT_NAMES, (name) => row[OPTIONAL_TEXTS[name].column]);
}

export function publishedTextsOf(row: Record<PublishedTextColumn, string | null>) {
  return valuesOf(PUBLISHED_TEXT_NAMES, (name) => row[OPTIONAL_TEXTS[name].column]);
}

/** One value for each name, typed by the names. */
export function valuesOf<Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}

function namesOf<Table extends object>(table: Table) {
  return Object.keys(table) as (keyof Table & string)[];
}

function isSentText(name: OptionalTextName): name is SentTextName {
  return !('isNewsroomOnly' in OPTIONAL_TEXTS[name]);
}

function isPublishedText(name: OptionalTextName): name is PublishedTextName {
  return OPTIONAL_TEXTS[name].isPublished;
}

function isPublishedNote(name: PacketTextName): name is PublishedPacketName {
  return PACKET_TEXTS[name].isPublished;
}
