import * as z from 'zod';
import { copySchema, revisionSchema } from '#article/copy.ts';
import { perSections, sectionSlugs } from '#article/section.ts';
import { uuid } from '#core/text.ts';
import { articleSummaryJson, QUOTED } from '#editorial/api/draft-json.ts';
import {
  articleNamed,
  gateEntries,
  listStored,
  readStored,
  recordQuery,
  storedListQuery,
} from '#editorial/api/read-stored.ts';
import { createDraft, tryDraft } from '#editorial/write/create-draft.ts';
import { saveRevision, tryRevision } from '#editorial/write/save-revision.ts';
import { type Tool, tool } from './tool.ts';

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const getInput = z
  .strictObject({ ...articleNamed, ...recordQuery })
  .refine(namesOneArticle, { error: 'send either id, or section and slug' });

const dryRun = z
  .boolean()
  .optional()
  .describe(
    'With true nothing is stored. The answer is the same as without it; its gate says what the server found in the sources in claimsReview.',
  );
const section = perSections(() =>
  copySchema.shape.section.describe(
    `The section: ${sectionSlugs().join(', ')}. Another one is stored and reported in the gate.`,
  ),
);
const createInput = perSections(() => z.strictObject({ ...copySchema.shape, section: section(), dryRun, gateEntries }));
const saveInput = perSections(() =>
  z.strictObject({
    articleId: uuid.describe('The id of the article.'),
    ...revisionSchema.shape,
    section: section(),
    dryRun,
    gateEntries,
  }),
);

/** The tools in listing order. The list is the same for every caller. */
export const TOOLS: readonly Tool[] = [
  tool(
    {
      name: 'list_articles',
      title: 'List articles',
      description: `Lists the articles you may see, last changed first: the drafts of the editor who approved you, and all published articles. Answers JSON: articles, each with id, revision, version and needs where an editor waits for you; nextCursor; version; nextLookAfter. To follow changes, call again with since after nextLookAfter seconds. ${QUOTED}`,
      annotations: READS,
    },
    storedListQuery,
    listStored,
  ),
  tool(
    {
      name: 'get_article',
      title: 'Read an article',
      description: `Reads one article as it is on file, as JSON: its copy with bodyBlocks, its latest revision, its status and its gate, what editors decided (review) and commented (answer open comments by saving a revision), figures, which tell how numbers of what is live were settled, and next, the next step. The gate shows the first entries of each code, and openFigures every open number. Send since to learn only whether something happened, and fields for less. Of a published article that is not your editor's it is the live copy. ${QUOTED}`,
      annotations: READS,
    },
    getInput,
    (caller, { id, section, slug, ...query }) => readStored(caller, { id, section, slug }, query),
  ),
  tool(
    {
      name: 'create_article',
      title: 'File a draft',
      description:
        'Files a new article as a draft, revision 0. It is not published: an editor decides that later. Answers JSON: id, status, revision, newsroomUrl (give it to the editor), url (404 until it is published), and gate, whose entries have code, message, path and severity: a block stops publication. A number that nobody settled is open (figure_open): propose in editorialPacket.claimsReview how to settle it; openFigures has all open numbers where they are many. A call that gets no answer may have filed it: look with list_articles before you call again.',
      annotations: WRITES,
    },
    createInput,
    async ({ deps, publication, actor, openSourceFor }, { dryRun, gateEntries: form = 'first', ...copy }) =>
      articleSummaryJson(
        publication,
        await (dryRun ? tryDraft(deps, actor, copy, openSourceFor(actor)) : createDraft(deps, actor, copy)),
        form,
      ),
  ),
  tool(
    {
      name: 'save_revision',
      title: 'Save a revision',
      description:
        'Saves the whole copy of an article as its next revision. Fields and answer are those of create_article. When another revision was saved since baseRevision, nothing is stored and the answer is revision_conflict with currentRevision. The live article does not change until an editor publishes.',
      annotations: { ...WRITES, idempotentHint: true },
      undescribed: [...Object.keys(copySchema.shape), 'dryRun', 'gateEntries'],
    },
    saveInput,
    async ({ deps, publication, actor, openSourceFor }, { articleId, dryRun, gateEntries: form = 'first', ...copy }) =>
      articleSummaryJson(
        publication,
        await (dryRun
          ? tryRevision(deps, actor, articleId, { copy, open: openSourceFor(actor) })
          : saveRevision(deps, actor, articleId, { copy })),
        form,
      ),
  ),
];

function namesOneArticle({ id, section, slug }: { id?: unknown; section?: unknown; slug?: unknown }): boolean {
  const [byId, bySection, bySlug] = [id, section, slug].map((part) => part !== undefined);
  return byId ? !bySection && !bySlug : Boolean(bySection && bySlug);
}
