import { draft } from '../../support/site.ts';

// Mistakes language models make in one call, and the patterns the answer must match.

const RECORD = 'https://example.org/pilot-record';
const TEXT = 'Of 412 points most were within 3 mm.';
const COPY = {
  headline: 'A robot',
  dek: 'It set out points.',
  bodyBlocks: [{ id: 'a', type: 'paragraph', text: TEXT }],
};
const ENTRY = {
  path: 'bodyBlocks.0.text',
  figure: '412',
  settlement: 'sourced',
  source: RECORD,
  locator: 'Table 2',
  quote: 'of 412 points',
};

const block = (over: object) => ({ bodyBlocks: [{ id: 'a', type: 'paragraph', text: 'No number.', ...over }] });
const packet = (claimsReview: unknown) => draft({ ...COPY, editorialPacket: { claimsReview } });
const claim = (over: object) => packet(JSON.stringify({ figures: [{ ...ENTRY, ...over }] }));
const computed = (formula: string) => {
  const { path, figure } = ENTRY;
  return packet(JSON.stringify({ figures: [{ path, figure, settlement: 'computed', formula }] }));
};
const without = (given: Record<string, unknown>, ...keys: string[]) =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !keys.includes(key)));

export type Row = [mistake: string, tool: string, given: unknown, says: RegExp[]];

const ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2';
export const MISTAKES: Row[] = [
  [
    'desk for section',
    'create_article',
    { ...without(draft(), 'section'), desk: 'robotics' },
    [/desk is not a field.*here it is called section/, /section is missing; the sections are/],
  ],
  [
    'block type h2',
    'create_article',
    draft(block({ type: 'h2' })),
    [/bodyBlocks\.0\.type expected one of "paragraph"\|"heading"/],
  ],
  [
    'block without id',
    'create_article',
    draft({ bodyBlocks: [{ type: 'paragraph', text: 'x' }] }),
    [/bodyBlocks\.0\.id is missing/],
  ],
  [
    'content for text',
    'create_article',
    draft({ bodyBlocks: [{ id: 'a', type: 'paragraph', content: 'x' }] }),
    [/bodyBlocks\.0\.content is not a field.*here it is called text/, /bodyBlocks\.0\.text is missing/],
  ],
  [
    'slug with capitals',
    'create_article',
    draft({ slug: 'Layout-Robot' }),
    [/slug must be lower-case letters and digits joined by single dashes/],
  ],
  [
    'long headline',
    'create_article',
    draft({ headline: 'a'.repeat(111) }),
    [/headline must be at most 110 characters long/],
  ],
  ['long dek', 'create_article', draft({ dek: 'a'.repeat(241) }), [/dek must be at most 240 characters long/]],
  [
    'http source',
    'create_article',
    draft({ sources: [{ title: 'Record', url: 'http://example.org/' }] }),
    [/sources\.0\.url must start with https:/],
  ],
  [
    'unknown section',
    'create_article',
    draft({ section: 'robots', dryRun: true }),
    [/unknown_desk/, /the sections are field-operations, robotics, software, benchmarks, people/],
  ],
  [
    'path with brackets',
    'create_article',
    { ...claim({ path: 'bodyBlocks[0].text' }), dryRun: true },
    [/unknown_figure/, /such as `bodyBlocks\.0\.text`/],
  ],
  [
    'path by block id',
    'create_article',
    { ...claim({ path: 'a' }), dryRun: true },
    [/unknown_figure/, /such as `bodyBlocks\.0\.text`/],
  ],
  [
    'figure with its noun',
    'create_article',
    { ...claim({ figure: '412 points' }), dryRun: true },
    [/unknown_figure/, /"figures":\{"bodyBlocks\.0\.text":\[\{"figure":"412"/],
  ],
  [
    'figure without its unit',
    'create_article',
    { ...claim({ figure: '3' }), dryRun: true },
    [/unknown_figure/, /"figures":\{"bodyBlocks\.0\.text":.*"3 mm"/],
  ],
  [
    'settlement source',
    'create_article',
    { ...claim({ settlement: 'source' }), dryRun: true },
    [/must be sourced, computed, quoted or exempt/],
  ],
  [
    'source not listed',
    'create_article',
    { ...claim({ source: 'https://example.org/other' }), dryRun: true },
    [/has to be the `url` of one of them/],
  ],
  ['no quote', 'create_article', { ...claim({ quote: undefined }), dryRun: true }, [/quote: is missing/]],
  [
    'unknown name in a formula',
    'create_article',
    { ...computed('f9 * 2'), dryRun: true },
    [/names no number of this revision/],
  ],
  ['no name in a formula', 'create_article', { ...computed('400 + 12'), dryRun: true }, [/has to name another number/]],
  [
    'signed by an agent',
    'create_article',
    { ...claim({ settlement: 'signed', reason: 'I counted them.' }), dryRun: true },
    [/only an editor can sign/],
  ],
  [
    'class quantity',
    'create_article',
    {
      ...packet(
        JSON.stringify({ figures: [{ path: ENTRY.path, figure: '412', settlement: 'exempt', class: 'quantity' }] }),
      ),
      dryRun: true,
    },
    [/class: expected one of .*date.*name.*ordinal.*list_number/],
  ],
  [
    'broken JSON',
    'create_article',
    { ...packet('{"figures": [{"figure": "412"'), dryRun: true },
    [/claims_review_unreadable/, /not valid JSON/],
  ],
  [
    'articleId for id',
    'get_article',
    { articleId: ID },
    [/articleId is not a field.*here it is called id/, /only fields are id, section, slug/],
  ],
  ['slug alone', 'get_article', { slug: 'layout-robot-pilot' }, [/send either id, or section and slug/]],
  [
    'url',
    'get_article',
    { url: 'http://127.0.0.1:3000/robotics/x' },
    [/url is not a field/, /only fields are id, section, slug/],
  ],
  [
    'no baseRevision',
    'save_revision',
    { ...draft(), articleId: ID },
    [/baseRevision is missing; send the revision you read/],
  ],
  [
    'textual baseRevision',
    'save_revision',
    { ...draft(), articleId: ID, baseRevision: '0' },
    [/baseRevision expected number, received string/],
  ],
  [
    'status in_review',
    'list_articles',
    { status: 'in_review' },
    [/status expected one of "draft"\|"published"\|"changed"\|"unpublished"/],
  ],
  ['limit 500', 'list_articles', { limit: 500 }, [/limit .*100/]],
  [
    'short correction note',
    'create_article',
    draft({ correctionNote: 'Wrong.' }),
    [/correctionNote must be at least 20 characters long/],
  ],
  ['dryRun as text', 'create_article', draft({ dryRun: 'true' }), [/dryRun expected boolean, received string/]],
  ['null', 'create_article', draft({ dek: null }), [/dek expected string, received null/]],
  [
    'control characters',
    'create_article',
    draft({ headline: 'a\u0007b' }),
    [/headline must not hold .*control characters/],
  ],
  [
    'Markdown in body',
    'create_article',
    { ...without(draft(), 'bodyBlocks'), body: '# Robot\n\nText.' },
    [
      /body is not a field.*here it is called bodyBlocks/,
      /bodyBlocks is missing; send a list of blocks, each \{"id": "b1", "type": "paragraph", "text": "…"\}/,
    ],
  ],
  [
    'bodyBlocks as texts',
    'create_article',
    draft({ bodyBlocks: ['One.', 'Two.'] }),
    [/bodyBlocks\.0 expected object, received string; a block is \{"id": "b1"/],
  ],
  [
    'sources as texts',
    'create_article',
    draft({ sources: [RECORD] }),
    [/sources\.0 expected object, received string; a source is \{"title": "…", "url"/],
  ],
  [
    'section with a capital',
    'create_article',
    draft({ section: 'Robotics' }),
    [/section must be lower-case.*the sections are field-operations, robotics/],
  ],
  [
    'claimsReview as an object',
    'create_article',
    packet({ figures: [ENTRY] }),
    [/claimsReview expected string.*send JSON text, a string that holds \{"figures":/],
  ],
  [
    'source named by its title',
    'create_article',
    { ...claim({ source: 'Pilot record' }), dryRun: true },
    [/has to be the `url` of one of them/],
  ],
  [
    'id as an address',
    'get_article',
    { id: 'robotics/layout-robot-pilot' },
    [/id must be a uuid.*section and slug in place of it/],
  ],
  [
    'only what changed',
    'save_revision',
    { articleId: ID, baseRevision: 0, headline: 'New' },
    [/bodyBlocks is missing/, /send all its fields again/],
  ],
  [
    'id for articleId',
    'save_revision',
    { ...draft(), id: ID, baseRevision: 0 },
    [/id is not a field.*here it is called articleId/, /articleId is missing; send the id of the article/],
  ],
  ['query for q', 'list_articles', { query: 'robot' }, [/query is not a field.*here it is called q/]],
  [
    'status published',
    'create_article',
    draft({ status: 'published' }),
    [/status is not a field.*only an editor publishes/],
  ],
  [
    'claimsReview as a bare list',
    'create_article',
    { ...packet(JSON.stringify([ENTRY])), dryRun: true },
    [/claims_review_unreadable/, /object with that list as `figures`/],
  ],
  [
    'a quote without the figure',
    'create_article',
    { ...claim({ quote: 'no number here at all' }), dryRun: true },
    [/claims_review_refused/, /The quote does not contain the number/],
  ],
  [
    'HTML in a block',
    'create_article',
    draft({ ...block({ text: '<p>One.</p><p>Two.</p>' }), dryRun: true }),
    [/looks_like_html/, /a block for each paragraph/],
  ],
  [
    'Markdown in a block',
    'create_article',
    draft({ ...block({ text: '## Robot\n\nOne.\n\nTwo.' }), dryRun: true }),
    [/looks_like_markdown/, /a block for each paragraph, heading/],
  ],
  [
    'an author by name',
    'create_article',
    draft({ authorId: 'Jane Doe' }),
    [/authorId must be a uuid; list_articles with names: true/],
  ],
  [
    'tags by name',
    'create_article',
    draft({ tagIds: ['Layout'] }),
    [/tagIds\.0 must be a uuid; list_articles with names: true/],
  ],
];
