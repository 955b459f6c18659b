import * as z from 'zod';
import { STATUSES } from '#article/article-rows.ts';
import { lookAfter, readListVersion, readState } from '#article/article-state.ts';
import { listNameChoices } from '#article/name-choices.ts';
import type { Actor } from '#core/actor.ts';
import { slug, text, uuid } from '#core/text.ts';
import { type ArticleFilter, findArticleId, listArticles, readArticle } from '#editorial/article-record.ts';
import { listThreads } from '#editorial/review/comment-threads.ts';
import { findReview } from '#editorial/review/review.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import {
  articleListJson,
  articleListSchema,
  LIST_FIELDS,
  MY_ANSWER,
  namesSchema,
  QUOTED,
  RECORD_FIELDS,
  recordJson,
  type recordSchema,
  unchangedJson,
} from './draft-json.ts';
import { GATE_FORMS, MOST_SHOWN } from './short-json.ts';

// Stored articles as agents read them, over MCP and REST alike.

type Reader = { deps: Deps; publication: Publication; actor: Actor };

const since = z.int().min(0).optional();

export const gateEntries = z
  .enum(GATE_FORMS)
  .optional()
  .describe(`\`first\` shows the first ${MOST_SHOWN} entries of each code and a count; \`all\` shows every entry.`);

const listShape = {
  needs: z
    .literal(MY_ANSWER)
    .optional()
    .describe(
      'Only articles that wait for your next revision: an editor asked for changes or commented on the latest one.',
    ),
  since: since.describe('The `version` of an earlier list: only articles to which something happened after it.'),
  status: z.enum(STATUSES).optional().describe('`changed` is published, with a newer revision that is not.'),
  section: slug.optional().describe('Only articles of this section.'),
  q: text({ min: 1, max: 200 })
    .optional()
    .describe(
      'Only articles whose headline and dek hold each of these words, in any inflection (robots finds robot). A page may hold fewer than limit: go on while there is a nextCursor. The whole text of what is published is searched by q of /api/public/articles.',
    ),
  limit: z.int().min(1).max(100).default(20).describe('The number of articles per page.'),
  cursor: z.string().min(1).max(200).optional().describe('The `nextCursor` of the previous page.'),
  fields: z
    .array(z.enum(LIST_FIELDS))
    .min(1)
    .max(LIST_FIELDS.length)
    .optional()
    .describe('The fields of each article, in place of status, section, slug and headline.'),
  names: z
    .boolean()
    .optional()
    .describe(
      'With true the answer also lists authors and tags, whose ids authorId and tagIds take; q narrows them, too.',
    ),
};
export const storedListQuery = z.strictObject(listShape);

export const storedListSchema = z
  .strictObject({
    notice: z.string().optional(),
    articles: z.array(articleListSchema),
    nextCursor: z.string().nullable(),
    version: z.int().describe('Send it back as `since`.'),
    nextLookAfter: z.int().describe('Seconds to wait before the next look.'),
    ...namesSchema,
  })
  .meta({ id: 'StoredArticleList' });
type StoredList = z.infer<typeof storedListSchema>;

/** Lists the articles that an agent may see. @throws bad_request for a cursor that this service did not issue */
export async function listStored(
  { deps, publication, actor }: Reader,
  { limit, names, fields, needs, ...narrow }: z.infer<typeof storedListQuery>,
): Promise<StoredList> {
  const tx = deps.db.read;
  const version = await readListVersion(tx); // read before the rows, so that a concurrent change is reported twice, not lost
  const given = Object.fromEntries(Object.entries(narrow).filter(([, value]) => value !== undefined));
  const filter = { limit, ...given, ...(needs && { needsAnswer: true }) } satisfies ArticleFilter;
  const page = await listArticles(tx, actor, filter);
  return {
    ...((page.articles.length > 0 || names) && { notice: QUOTED }),
    articles: page.articles.map((article) => articleListJson(publication, article, fields)),
    nextCursor: page.nextCursor,
    version,
    nextLookAfter: lookAfter(...page.articles),
    ...(names && (await listNameChoices(tx, narrow.q))),
  };
}

/** The parameters that say how much of a stored article to return. */
export const recordQuery = {
  since: since.describe('The `version` you have: when nothing happened since, the answer says only that.'),
  fields: z
    .array(z.enum(RECORD_FIELDS))
    .min(1)
    .max(RECORD_FIELDS.length)
    .optional()
    .describe('Only these fields, and id, status, revision, version and nextLookAfter. Left out: all.'),
  gateEntries,
  commentsBefore: z.iso
    .datetime({ error: 'must be a time such as 2026-09-06T13:00:00.000Z' })
    .optional()
    .describe('Only comments from before this time, where commentsLeftOut says that there are more.'),
};
const recordQuerySchema = z.strictObject(recordQuery);

/** Which article: its id, or its section and slug. */
export const articleNamed = {
  id: uuid.optional().describe('The id of the article.'),
  section: slug.optional().describe('Its section, together with slug, in place of id.'),
  slug: slug.optional(),
};

/** Reads one article as it is on file. @throws not_found also for a draft the actor may not see */
export async function readStored(
  { deps, publication, actor }: Reader,
  {
    id: given,
    section = '',
    slug = '',
  }: { id?: string | undefined; section?: string | undefined; slug?: string | undefined },
  { since: known, fields, gateEntries: form = 'first', commentsBefore: before }: z.infer<typeof recordQuerySchema>,
): Promise<z.infer<typeof recordSchema>> {
  const tx = deps.db.read;
  const articleId = given ?? (await findArticleId(tx, section, slug));
  const state = await readState(tx, actor, articleId);
  if (known === state.version) return unchangedJson(state);
  const article = await readArticle(tx, actor, articleId, deps);
  const { id, revision, liveRevision } = article;
  const threads = await listThreads(tx, actor, id, revision);
  const evidence = liveRevision === null ? null : await readEvidence(tx, id, liveRevision);
  const review = await findReview(tx, actor, id);
  return recordJson(publication, article, { state, threads, before, review, evidence }, { gate: form, fields });
}

/** Query parameters as values for a schema: numbers, true and false, and lists joined by commas. */
export function queryValues(sent: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    [...Map.groupBy(sent, ([name]) => name)].map(([name, pairs]) => {
      const all = pairs.map(([, value]) => value);
      return [name, all.length > 1 ? all : typed(all[0] ?? '', schema.shape[name])];
    }),
  );
}

function typed(sent: string, schema: unknown): unknown {
  const bare = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (bare instanceof z.ZodNumber) return /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
  if (bare instanceof z.ZodBoolean) return sent === 'true' || (sent === 'false' ? false : sent);
  return bare instanceof z.ZodArray ? sent.split(',') : sent;
}
