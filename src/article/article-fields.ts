// The fields of an article's copy, described once: the schema of the API, the rows of the database, forms, comparison, revision
// sheet, figures and the search for hidden characters are all derived from these tables. Plain data, so that the editor's
// script in the browser can import it. Lengths count code points.

/** Texts that every article has. */
export const REQUIRED_TEXTS = {
  headline: { label: 'Headline', max: 110, description: undefined },
  dek: { label: 'Dek', max: 240, description: 'The line under the headline.' },
} as const satisfies Record<string, { label: string; max: number; description: string | undefined }>;

/** A text that an article may have: null where it has none. `CONTRIBUTING.md` has the recipe for another one. */
type OptionalText = {
  label: string;
  /** The column of `revision` that stores it. */
  column: string;
  min?: number;
  max: number;
  /** Whether it may have several lines. */
  hasLines?: true;
  /** Explains the field in the API description and in the editor. */
  description?: string;
  hint: string;
  /** The label of its field in the editor, below a heading that already has `label`. */
  formLabel?: string;
  /** Where readers see a number of it, and the id of that part of the page. */
  place: readonly [words: string, id: string];
  /** Only the newsroom writes it: it is not a field of the write payload. */
  isNewsroomOnly?: true;
  /** It stays as long as the article keeps its picture, and readers see it only with one. */
  isOfPicture?: true;
  /** Whether the quote check reads it. */
  isQuoted?: true;
} & (
  | { isPublished: false }
  | {
      /** Readers see the text of the live revision. A correction note reaches them through the correction it makes. */
      isPublished: true;
      /** The format of the permanent JSON that introduced it. From format 2 on, the JSON has the text only if it is not empty. */
      permanentFormat: number;
      /** Its name in the front matter of an exported article, and with `isInFrontMatter` of the article itself. */
      frontMatter?: string;
      /** Whether the Markdown of the article has it in its front matter; another text is shown below it. */
      isInFrontMatter?: true;
      /** Whether the public JSON has it, which the API, the lists and the search return. */
      isInPublicJson?: true;
      /** Whether readers find the article by its words. */
      isSearched?: true;
    }
);

export const OPTIONAL_TEXTS = {
  correctionNote: {
    label: 'Correction note',
    column: 'correction_note',
    min: 20,
    max: 2000,
    description: 'What was wrong and what is right now; published over a live article it becomes a correction.',
    hint: 'What was wrong, and what is right now. When this revision replaces a live one, the note becomes a permanent public correction.',
    place: ['in the correction', 'main'],
    isPublished: false,
    isQuoted: true,
  },
  sponsorshipDisclosure: {
    label: 'Sponsorship disclosure',
    column: 'sponsorship_disclosure',
    max: 1000,
    hint: 'Printed above the article.',
    place: ['in the sponsorship notice', 'main'],
    isPublished: true,
    permanentFormat: 1,
    frontMatter: 'sponsorship',
  },
  pictureCaption: {
    label: 'Caption of the picture',
    column: 'picture_caption',
    max: 400,
    hint: 'What readers learn below the picture, in this article only. The credit follows it.',
    place: ['below the picture', 'main'],
    isPublished: true,
    permanentFormat: 1,
    isNewsroomOnly: true,
    isOfPicture: true,
    isQuoted: true,
  },
  numberTable: {
    label: 'Table of numbers',
    column: 'number_table',
    max: 4000,
    hasLines: true,
    hint: 'Drawn as a chart with its table. First its title; then a line for each number: label = number, written as in the text, where it must be settled. A line “after: Of the points” puts it after the block that begins so; without one it follows the block of its first number.',
    formLabel: 'Title and numbers',
    place: ['in the table', 'table'],
    isPublished: true,
    permanentFormat: 1,
    isNewsroomOnly: true,
  },
  credits: {
    label: 'Credits',
    column: 'credits',
    max: 1000,
    hasLines: true,
    hint: 'Who else worked on it, shown after the byline. A line for each role, with names after a colon: “With: Ana Ruiz”, “Photographs: Bo Lind, Carla Moe”.',
    formLabel: 'Roles and names',
    place: ['in the credits', 'main'],
    isPublished: true,
    permanentFormat: 3,
    isNewsroomOnly: true,
    frontMatter: 'credits',
    isInFrontMatter: true,
    isSearched: true,
  },
  exhibits: {
    label: 'Tables and charts',
    column: 'exhibits',
    max: 20_000,
    hasLines: true,
    hint: 'Each begins with its kind and its caption: “table: Points in an hour”, or bars, lines or dots for a chart. Then “after: Of the points” puts it after the block that begins so, “source:” has an address, and “credit:” and “note:” have words. Each further line is a row, with | between its cells or pasted from a spreadsheet; the first row is the head.',
    formLabel: 'Captions and rows',
    place: ['in a table or chart', 'fig-1'],
    isPublished: true,
    permanentFormat: 4,
    isNewsroomOnly: true,
    isSearched: true,
    isQuoted: true,
  },
} as const satisfies Record<string, OptionalText>;

type PacketText = { label: string } & (
  | { isPublished: false }
  | {
      isPublished: true;
      description: string;
      place: readonly [words: string, id: string];
      /** Its name among the texts for search engines of an export. */
      search: string;
    }
);

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
    place: ['in the title for search engines', 'main'],
    search: 'title',
  },
  seoDescription: {
    label: 'Description for search engines',
    isPublished: true,
    description: 'Published: what search engines show below the title. The dek where it is missing.',
    place: ['in the description for search engines', 'main'],
    search: 'description',
  },
  socialExcerpt: {
    label: 'Excerpt for sharing',
    isPublished: true,
    description: 'Published: what is shown with a shared link. The dek where it is missing.',
    place: ['in the text for shared links', 'main'],
    search: 'excerpt',
  },
} as const satisfies Record<string, PacketText>;

/** Fields that are compared as a whole, not as text. */
const VALUE_LABELS = {
  section: 'Section',
  slug: 'Slug',
  authorId: 'Byline',
  heroAssetId: 'Hero picture',
  tagIds: 'Tags',
  sources: 'Sources',
  bodyBlocks: 'Body',
  editorialPacket: 'Notes for the editors',
} as const;

/** The names of a table whose rows have this value. */
type NamesOf<Table, Row> = { [Name in keyof Table]: Table[Name] extends Row ? Name : never }[keyof Table];
type ColumnOf<Name extends OptionalTextName> = (typeof OPTIONAL_TEXTS)[Name]['column'];
export type RequiredTextName = keyof typeof REQUIRED_TEXTS;
export type OptionalTextName = keyof typeof OPTIONAL_TEXTS;
export type NewsroomTextName = NamesOf<typeof OPTIONAL_TEXTS, { isNewsroomOnly: true }>;
export type SentTextName = Exclude<OptionalTextName, NewsroomTextName>;
export type OptionalTextColumn = ColumnOf<OptionalTextName>;
export type PublishedTextName = NamesOf<typeof OPTIONAL_TEXTS, { isPublished: true }>;
export type PublishedTextColumn = ColumnOf<PublishedTextName>;
export type JsonTextName = NamesOf<typeof OPTIONAL_TEXTS, { isInPublicJson: true }>;
export type QuotedTextName = NamesOf<typeof OPTIONAL_TEXTS, { isQuoted: true }>;
/** A published text that came after the first format of the permanent JSON. */
export type LaterTextName = Exclude<PublishedTextName, NamesOf<typeof OPTIONAL_TEXTS, { permanentFormat: 1 }>>;
export type PacketTextName = keyof typeof PACKET_TEXTS;
export type PublishedPacketName = NamesOf<typeof PACKET_TEXTS, { isPublished: true }>;

export const REQUIRED_TEXT_NAMES = namesOf(REQUIRED_TEXTS);
export const OPTIONAL_TEXT_NAMES = namesOf(OPTIONAL_TEXTS);
export const NEWSROOM_TEXT_NAMES = OPTIONAL_TEXT_NAMES.filter(isNewsroomText);
/** The optional texts of the write payload. */
export const SENT_TEXT_NAMES = OPTIONAL_TEXT_NAMES.filter(isSentText);
export const OPTIONAL_TEXT_COLUMNS = columnsOf(OPTIONAL_TEXT_NAMES);
export const PUBLISHED_TEXT_NAMES = OPTIONAL_TEXT_NAMES.filter(isPublishedText);
export const PUBLISHED_TEXT_COLUMNS = columnsOf(PUBLISHED_TEXT_NAMES);
export const JSON_TEXT_NAMES = OPTIONAL_TEXT_NAMES.filter(isJsonText);
export const QUOTED_TEXT_NAMES = OPTIONAL_TEXT_NAMES.filter(isQuotedText);
export const LATER_TEXT_NAMES = PUBLISHED_TEXT_NAMES.filter(isLaterText);
export const SEARCHED_TEXT_NAMES = PUBLISHED_TEXT_NAMES.filter((name) => publishedText(name).isSearched);
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

/** The row of the table that describes a text. */
export function optionalText(name: OptionalTextName): OptionalText {
  return OPTIONAL_TEXTS[name];
}

export function publishedText(name: PublishedTextName): Extract<OptionalText, { isPublished: true }> {
  return OPTIONAL_TEXTS[name];
}

/** Where front matter is: in an export, or in the Markdown of the article itself. */
type FrontMatter = 'export' | 'article';

/** The texts of the front matter of an article by their names there. */
export function frontMatterTexts(article: Record<PublishedTextName, string | null>, where: FrontMatter) {
  return Object.fromEntries(frontMatterNames(where).map(({ name, key }) => [key, article[name]]));
}

/** The names that texts have in the front matter: all that an export names, or those of the article itself. */
export function frontMatterNames(where: FrontMatter): { name: PublishedTextName; key: string }[] {
  return PUBLISHED_TEXT_NAMES.flatMap((name) => {
    const { frontMatter: key, isInFrontMatter } = publishedText(name);
    return key === undefined || (where === 'article' && !isInFrontMatter) ? [] : [{ name, key }];
  });
}

/** The columns of the optional texts for a row, and the texts of such a row. */
export function toOptionalColumns(copy: { [Name in OptionalTextName]?: string | null | undefined }) {
  return Object.fromEntries(
    OPTIONAL_TEXT_NAMES.map((name) => [OPTIONAL_TEXTS[name].column, copy[name] ?? null]),
  ) as Record<OptionalTextColumn, string | null>;
}

export function optionalTextsOf(row: Record<OptionalTextColumn, string | null>) {
  return textsOf(OPTIONAL_TEXT_NAMES, row);
}

export function publishedTextsOf(row: Record<PublishedTextColumn, string | null>) {
  return textsOf(PUBLISHED_TEXT_NAMES, row);
}

/** These texts of a row, and their columns. */
export function textsOf<Name extends OptionalTextName>(
  names: readonly Name[],
  row: Record<ColumnOf<Name>, string | null>,
): Record<Name, string | null> {
  return valuesOf(names, (name) => row[columnOf(name)]);
}

export function columnsOf<Name extends OptionalTextName>(names: readonly Name[]): ColumnOf<Name>[] {
  return names.map(columnOf);
}

function columnOf<Name extends OptionalTextName>(name: Name): ColumnOf<Name> {
  return OPTIONAL_TEXTS[name].column;
}

/** One value for each name, typed by the names. */
export function valuesOf<Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
}

function namesOf<Table extends object>(table: Table) {
  return Object.keys(table) as (keyof Table & string)[];
}

function isNewsroomText(name: OptionalTextName): name is NewsroomTextName {
  return 'isNewsroomOnly' in OPTIONAL_TEXTS[name];
}

function isSentText(name: OptionalTextName): name is SentTextName {
  return !isNewsroomText(name);
}

function isPublishedText(name: OptionalTextName): name is PublishedTextName {
  return OPTIONAL_TEXTS[name].isPublished;
}

function isJsonText(name: OptionalTextName): name is JsonTextName {
  return 'isInPublicJson' in OPTIONAL_TEXTS[name];
}

function isQuotedText(name: OptionalTextName): name is QuotedTextName {
  return 'isQuoted' in OPTIONAL_TEXTS[name];
}

function isLaterText(name: PublishedTextName): name is LaterTextName {
  return publishedText(name).permanentFormat > 1;
}

function isPublishedNote(name: PacketTextName): name is PublishedPacketName {
  return PACKET_TEXTS[name].isPublished;
}
