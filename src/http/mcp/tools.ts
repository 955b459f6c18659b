import { z } from 'zod';
import { readEvidence } from '../../article/figures/evidence.ts';
import { STATUSES } from '../../article/model/article-rows.ts';
import { copySchema, revisionSchema } from '../../article/model/copy.ts';
import { DESK_SLUGS } from '../../article/model/desk.ts';
import { type ArticleFilter, findArticleId, listArticles, readArticle } from '../../article/read/article-record.ts';
import { listNameChoices } from '../../article/read/name-choices.ts';
import { listThreads } from '../../article/review/comment-threads.ts';
import { findReview } from '../../article/review/review.ts';
import { createDraft, tryDraft } from '../../article/write/create-draft.ts';
import { saveRevision, tryRevision } from '../../article/write/save-revision.ts';
import { slug, text, uuid } from '../../core/text.ts';
import {
  articleListJson,
  articleListSchema,
  articleSummaryJson,
  articleSummarySchema,
  namesSchema,
  QUOTED,
  recordJson,
  recordSchema,
} from '../../render/json/draft-json.ts';
import { type Tool, tool } from './tool.ts';

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const listInput = z.strictObject({
  status: z.enum(STATUSES).optional().describe('`changed` is published, with a newer revision that is not.'),
  section: slug.optional().describe('Only articles of this desk.'),
  q: text({ min: 1, max: 200 })
    .optional()
    .describe(
      'Only articles whose headline and dek hold each of these words. A page may hold fewer than limit: go on while there is a nextCursor. The whole text of what is published is searched by q of /api/public/articles.',
    ),
  limit: z.int().min(1).max(100).default(20).describe('The number of articles per page.'),
  cursor: z.string().max(200).optional().describe('The `nextCursor` of the previous page.'),
  names: z
    .boolean()
    .optional()
    .describe(
      'With true the answer also lists authors and tags, whose ids authorId and tagIds take; q narrows them, too.',
    ),
});
const listOutput = z.strictObject({
  notice: z.string(),
  articles: z.array(articleListSchema),
  nextCursor: z.string().nullable(),
  ...namesSchema,
});

const getInput = z
  .strictObject({
    id: uuid.optional().describe('The id of the article.'),
    section: slug.optional().describe('Its desk, together with slug, in place of id.'),
    slug: slug.optional(),
    commentsBefore: z.iso
      .datetime({ error: 'must be a time such as 2026-09-06T13:00:00.000Z' })
      .optional()
      .describe('Only comments from before this time, where commentsLeftOut says that there are more.'),
  })
  .refine(namesOneArticle, { error: 'send either id, or section and slug' });

const dryRun = z
  .boolean()
  .optional()
  .describe('With true nothing is stored: the answer, its gate among it, is what the write would have answered.');
const section = copySchema.shape.section.describe(
  `The desk: ${DESK_SLUGS.join(', ')}. Another one is stored and reported in the gate.`,
);
const createInput = z.strictObject({ ...copySchema.shape, section, dryRun });
const saveInput = z.strictObject({
  articleId: uuid.describe('The id of the article.'),
  ...revisionSchema.shape,
  section,
  dryRun,
});

/** The tools in listing order. The list is the same for every caller. */
export const TOOLS: readonly Tool[] = [
  tool(
    {
      name: 'list_articles',
      title: 'List articles',
      description: `Lists the articles you may see, last changed first: the drafts of the editor who approved you, and all published articles. ${QUOTED}`,
      annotations: READS,
    },
    listInput,
    listOutput,
    async ({ deps, publication, actor }, { limit, names, ...narrow }) => {
      const given = Object.fromEntries(Object.entries(narrow).filter(([, value]) => value !== undefined));
      const page = await listArticles(deps.db.read, actor, { limit, ...given } satisfies ArticleFilter);
      const articles = page.articles.map((article) => articleListJson(publication, article));
      const named = names ? await listNameChoices(deps.db.read, narrow.q) : {};
      return { notice: QUOTED, ...page, articles, ...named };
    },
  ),
  tool(
    {
      name: 'get_article',
      title: 'Read an article',
      description: `Reads one article as it is on file: its copy with bodyBlocks, its latest revision, its status and its gate, and what editors decided and commented: answer open comments by saving a revision. The figures tell how each number of what is live was settled. Of a published article that is not your editor's it is the live copy. ${QUOTED}`,
      annotations: READS,
      note: QUOTED,
    },
    getInput,
    recordSchema,
    async ({ deps, publication, actor }, { id, section = '', slug = '', commentsBefore: before }) => {
      const tx = deps.db.read;
      const found = id ?? (await findArticleId(tx, section, slug));
      const article = await readArticle(tx, actor, found, deps);
      const threads = await listThreads(tx, actor, article.id, article.revision);
      const { id: own, liveRevision } = article;
      const evidence = liveRevision === null ? null : await readEvidence(tx, own, liveRevision);
      return recordJson(publication, article, { threads, before, review: await findReview(tx, actor, own), evidence });
    },
  ),
  tool(
    {
      name: 'create_article',
      title: 'File a draft',
      description:
        'Files a new article as a draft, revision 0. It is not published: an editor decides that later. The gate in the answer names every figure nobody settled; editorialPacket.claimsReview proposes how to settle them. A call that gets no answer may have filed it: look with list_articles before you call again.',
      annotations: WRITES,
    },
    createInput,
    articleSummarySchema,
    async ({ deps, publication, actor }, { dryRun, ...copy }) =>
      articleSummaryJson(publication, await (dryRun ? tryDraft : createDraft)(deps, actor, copy)),
  ),
  tool(
    {
      name: 'save_revision',
      title: 'Save a revision',
      description:
        'Saves the whole copy of an article as its next revision. baseRevision is the revision you read; when another was saved since, nothing is stored and the answer is revision_conflict with currentRevision. What is live stays as it is until an editor publishes.',
      annotations: { ...WRITES, idempotentHint: true },
    },
    saveInput,
    articleSummarySchema,
    async ({ deps, publication, actor }, { articleId, dryRun, ...copy }) =>
      articleSummaryJson(publication, await (dryRun ? tryRevision : saveRevision)(deps, actor, articleId, copy)),
  ),
];

function namesOneArticle({ id, section, slug }: { id?: unknown; section?: unknown; slug?: unknown }): boolean {
  const [byId, bySection, bySlug] = [id, section, slug].map((part) => part !== undefined);
  return byId ? !bySection && !bySlug : Boolean(bySection && bySlug);
}
