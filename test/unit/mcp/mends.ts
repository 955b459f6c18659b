import { draft as base } from '../../support/site.ts';
import { type Given, MENDS_OF_SAVED, type Mend, type Told } from './mends-of-saved.ts';

// Mistakes language models make, what the error says, and the call mended as the error says.

const RECORD = 'https://example.org/pilot-record';
type Create = [mistake: string, given: Given, says: RegExp[], mend: (given: Given, told: Told) => Given];

/** A draft at an address that is free. */
const draft = (over: Given = {}) => base({ slug: 'a-free-slug', ...over });
const block = (over: object) => draft({ bodyBlocks: [{ id: 'a', type: 'paragraph', text: 'No number.', ...over }] });
const set = (more: Given) => (given: Given) => ({ ...given, ...more });
const bodyOf = (...texts: string[]) => texts.map((text, n) => ({ id: `b${n + 1}`, type: 'paragraph', text }));
function without(given: Given, ...names: string[]): Given {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}
/** Leaves out every field that the error says is none, and gives a missing one by the name that the error gives. */
function rename(given: Given, { issues = [] }: Told): Given {
  const renamed = issues.flatMap(({ path, message }) => {
    const name = /here it is called (\w+)/.exec(message)?.[1];
    return name ? [[name, given[path]]] : [];
  });
  const none = issues.filter(({ message }) => message.startsWith('is not a field')).map(({ path }) => path);
  return { ...without(given, ...none), ...Object.fromEntries(renamed) };
}
/** The limit and the value that an error names. */
const most = ({ error }: Told) => Number(/at most (\d+) characters/.exec(error)?.[1]);
const suggested = ({ error }: Told) => /for example ([a-z0-9-]+)/.exec(error)?.[1] ?? '';

const CREATE: Create[] = [
  [
    'block type h2',
    block({ type: 'h2' }),
    [/bodyBlocks\.0\.type expected one of "paragraph"\|"heading"/, /h2 are heading/],
    (given) => ({ ...given, ...block({ type: 'heading', text: 'A robot' }) }),
  ],
  [
    'http source',
    draft({ sources: [{ title: 'Record', url: 'http://example.org/pilot-record' }] }),
    [/sources\.0\.url must start with https:\/\/; it starts with http:/, /send the https address/],
    set({ sources: [{ title: 'Record', url: RECORD }] }),
  ],
  [
    'source without scheme',
    draft({ sources: [{ title: 'Record', url: 'example.org' }] }),
    [/sources\.0\.url must start with https:\/\/; it starts with no scheme/],
    set({ sources: [{ title: 'Record', url: RECORD }] }),
  ],
  [
    'sources as texts',
    draft({ sources: [RECORD] }),
    [/sources\.0 expected object, received string; a source is \{"title": "…", "url": "https:/],
    set({ sources: [{ title: 'Record', url: RECORD }] }),
  ],
  [
    'section with a capital',
    draft({ section: 'Robotics' }),
    [/section must be lower-case.*for example robotics; the sections are field-operations, robotics/],
    (given, told) => ({ ...given, section: suggested(told) }),
  ],
  [
    'slug as a title',
    draft({ slug: 'A Robot, on Site!' }),
    [/slug must be lower-case letters and digits.*for example a-robot-on-site/],
    (given, told) => ({ ...given, slug: suggested(told) }),
  ],
  [
    'prose object in claimsReview',
    draft({ editorialPacket: { claimsReview: { note: 'Counted by hand.' } } }),
    [/editorialPacket\.claimsReview expected string, received object; send JSON text/],
    set({ editorialPacket: { claimsReview: 'Counted by hand.' } }),
  ],
  [
    'packet as prose',
    draft({ editorialPacket: 'Check the crew.' }),
    [/editorialPacket expected object, received string; send an object of texts, such as \{"factCheckNotes"/],
    set({ editorialPacket: { factCheckNotes: 'Check the crew.' } }),
  ],
  [
    'claimsReview beside the copy',
    draft({ claimsReview: 'Counted.' }),
    [/claimsReview is not a field.*it is a field of editorialPacket/],
    (given) => ({ ...without(given, 'claimsReview'), editorialPacket: { claimsReview: 'Counted.' } }),
  ],
  [
    'headline too long',
    draft({ headline: 'long '.repeat(26).trim() }),
    [/headline must be at most 110 characters long; it has 129/],
    (given, told) => ({ ...given, headline: String(given.headline).slice(0, most(told)).trim() }),
  ],
  [
    'dek too long',
    draft({ dek: 'a'.repeat(300) }),
    [/dek must be at most 240 characters long; it has 300/],
    (given, told) => ({ ...given, dek: String(given.dek).slice(0, most(told)) }),
  ],
  [
    'headline of two lines',
    draft({ headline: 'One\ntwo' }),
    [/headline must not hold line breaks.*send one line/],
    set({ headline: 'One two' }),
  ],
  [
    'headline as a number',
    draft({ headline: 2026 }),
    [/headline expected string, received number; send it in quotes/],
    (given) => ({ ...given, headline: String(given.headline) }),
  ],
  [
    'empty headline',
    draft({ headline: '' }),
    [/headline must be at least 1 character long; it is empty/],
    set({ headline: 'A robot' }),
  ],
  [
    'Markdown in body',
    { ...without(draft(), 'bodyBlocks'), body: 'One.\n\nTwo.' },
    [
      /body is not a field.*here it is called bodyBlocks/,
      /bodyBlocks is missing; send a list of blocks, each \{"id": "b1"/,
    ],
    (given) => ({ ...without(given, 'body'), bodyBlocks: bodyOf('One.', 'Two.') }),
  ],
  [
    'blocks as texts',
    draft({ bodyBlocks: ['One.', 'Two.'] }),
    [/bodyBlocks\.0 expected object, received string; a block is \{"id": "b1", "type": "paragraph", "text"/],
    set({ bodyBlocks: bodyOf('One.', 'Two.') }),
  ],
  [
    'nested blocks',
    draft({ bodyBlocks: [{ id: 'a', type: 'list', items: ['One', 'Two'] }] }),
    [
      /bodyBlocks\.0\.text is missing; send one string: in a list block each line is an item/,
      /bodyBlocks\.0\.items is not a field.*here it is called text/,
    ],
    set({ bodyBlocks: [{ id: 'a', type: 'list', text: 'One\nTwo' }] }),
  ],
  [
    'text as a list',
    draft({ bodyBlocks: [{ id: 'a', type: 'paragraph', text: ['One.', 'Two.'] }] }),
    [/bodyBlocks\.0\.text expected string, received array; it has 2 items; send one string/],
    set({ bodyBlocks: bodyOf('One.', 'Two.') }),
  ],
  [
    'empty body',
    draft({ bodyBlocks: [] }),
    [/bodyBlocks must have at least 1 item; it has 0 items; send a list of blocks/],
    set({ bodyBlocks: bodyOf('One.') }),
  ],
  [
    'block id as a number',
    block({ id: 1 }),
    [/bodyBlocks\.0\.id expected string, received number.*send a string such as "b1"/],
    (given) => ({ ...given, ...block({ id: 'b1' }) }),
  ],
  [
    'fields of other systems',
    { ...without(draft(), 'headline', 'dek'), title: 'A robot', summary: 'It set out points.', language: 'en' },
    [
      /title is not a field.*called headline/,
      /summary is not a field.*called dek/,
      /language is not a field/,
      /The only fields are/,
    ],
    rename,
  ],
  [
    'a publishing attempt',
    draft({ status: 'published', publishedAt: '2026-09-06' }),
    [/status is not a field.*only an editor publishes/, /publishedAt is not a field/],
    rename,
  ],
  [
    'an author by name',
    draft({ authorId: 'Jane Doe' }),
    [/authorId must be a uuid; list_articles with names: true/],
    (given) => without(given, 'authorId'),
  ],
  [
    'a picture by address',
    draft({ heroAssetId: 'https://example.org/a.jpg' }),
    [/heroAssetId must be a uuid; send the id of a picture.*or leave it out/],
    (given) => without(given, 'heroAssetId'),
  ],
  [
    'short correction note',
    draft({ correctionNote: 'Wrong.' }),
    [/correctionNote must be at least 20 characters long; it has 6/],
    set({ correctionNote: 'The crew was nine people, not twelve.' }),
  ],
  [
    '31 sources',
    draft({ sources: Array.from({ length: 31 }, (_, n) => ({ title: `Record ${n}`, url: `${RECORD}/${n}` })) }),
    [/sources must have at most 30 items; it has 31 items/],
    (given) => ({ ...given, sources: (given.sources as unknown[]).slice(0, 30) }),
  ],
];

export const MENDS: Mend[] = [
  ...CREATE.map(
    ([mistake, given, says, mend]): Mend => ({
      ...{ mistake, tool: 'create_article', given: () => given, code: 'validation_failed', says, mend },
    }),
  ),
  {
    mistake: 'a slug that is taken by its own draft',
    tool: 'create_article',
    given: () => base(),
    code: 'slug_taken',
    says: [/it is yours/, /Only another story needs another slug/],
    mend: (given) => ({ ...given, slug: 'another-story' }),
  },
  ...MENDS_OF_SAVED,
];
