import { draft } from '../../support/site.ts';

// Mistakes in calls about a stored article, and the types of this table.

const UNKNOWN = '7d444840-9dc0-41d1-b245-5ffdce74fad2';

export type Given = Record<string, unknown>;
/** An error as an agent reads it, over MCP or REST. */
export type Told = {
  code: string;
  error: string;
  hint: string;
  issues?: { path: string; message: string }[];
  [more: string]: unknown;
};
type Place = { id: string; revision: number };

export type Mend = {
  mistake: string;
  tool: 'create_article' | 'save_revision' | 'get_article' | 'list_articles';
  given: (place: Place) => Given;
  code: string;
  /** Field, rule, length or form of the value, next step. */
  says: RegExp[];
  /** The call, mended by what the error says. */
  mend: (given: Given, told: Told, place: Place) => Given;
};

export const MENDS_OF_SAVED: Mend[] = [
  {
    mistake: 'no baseRevision',
    tool: 'save_revision',
    given: ({ id }) => ({ ...draft(), articleId: id }),
    code: 'validation_failed',
    says: [/baseRevision is missing; send the revision you read, as get_article gives it/],
    mend: (given, _, { revision }) => ({ ...given, baseRevision: revision }),
  },
  {
    mistake: 'baseRevision in quotes',
    tool: 'save_revision',
    given: ({ id, revision }) => ({ ...draft(), articleId: id, baseRevision: String(revision) }),
    code: 'validation_failed',
    says: [/baseRevision expected number, received string; send it without quotes/],
    mend: (given) => ({ ...given, baseRevision: Number(given.baseRevision) }),
  },
  {
    mistake: 'stale baseRevision, after a publication',
    tool: 'save_revision',
    given: ({ id, revision }) => ({ ...draft(), articleId: id, baseRevision: revision + 3 }),
    code: 'revision_conflict',
    says: [/The latest revision is (\d+), not \d+\. Read revision \1.*save with baseRevision \1/],
    mend: (given, { currentRevision }) => ({ ...given, baseRevision: currentRevision }),
  },
  {
    mistake: 'only the changed field',
    tool: 'save_revision',
    given: ({ id, revision }) => ({ articleId: id, baseRevision: revision, headline: 'New' }),
    code: 'validation_failed',
    says: [
      /bodyBlocks is missing/,
      /Send the whole article: to revise one, read it, change it, and send all its fields again/,
    ],
    mend: (given) => ({ ...draft(), ...given }),
  },
  {
    mistake: 'an unknown id',
    tool: 'save_revision',
    given: () => ({ ...draft(), articleId: UNKNOWN, baseRevision: 0 }),
    code: 'not_found',
    says: [
      /no such article/,
      /Take the id from the list of articles you may see: list_articles.*GET \/api\/agent\/articles/,
    ],
    mend: (given, _, { id, revision }) => ({ ...given, articleId: id, baseRevision: revision }),
  },
  {
    mistake: 'the section and slug as id',
    tool: 'get_article',
    given: () => ({ id: 'robotics/layout-robot-pilot' }),
    code: 'validation_failed',
    says: [/(?:id|articleId) must be a uuid; send the id/],
    mend: (_, __, { id }) => ({ id }),
  },
  {
    mistake: 'a date of another form',
    tool: 'get_article',
    given: ({ id }) => ({ id, commentsBefore: '06/09/2026' }),
    code: 'validation_failed',
    says: [/commentsBefore must be a time such as 2026-09-06T13:00:00\.000Z/],
    mend: (given, { error }) => ({ ...given, commentsBefore: /\d{4}-\S+Z/.exec(error)?.[0] }),
  },
  {
    mistake: 'a date as since',
    tool: 'list_articles',
    given: () => ({ since: '2026-09-06' }),
    code: 'validation_failed',
    says: [/since expected number, received string.*send the number that an earlier answer has as `version`/],
    mend: () => ({ since: 1 }),
  },
  {
    mistake: 'limit 500',
    tool: 'list_articles',
    given: () => ({ limit: 500 }),
    code: 'validation_failed',
    says: [/limit must be at most 100; it is 500/],
    mend: (given, { error }) => ({ ...given, limit: Number(/at most (\d+)/.exec(error)?.[1]) }),
  },
  {
    mistake: 'another word for needs',
    tool: 'list_articles',
    given: () => ({ needs: 'me' }),
    code: 'validation_failed',
    says: [/needs expected "my answer"/],
    mend: (_, { error }) => ({ needs: /expected "([a-z ]+)"/.exec(error)?.[1] }),
  },
];
