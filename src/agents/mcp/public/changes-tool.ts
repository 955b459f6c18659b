import * as z from 'zod';
import { sectionSchema } from '#article/pages/article-json.ts';
import { perSections } from '#article/section.ts';
import { changeJson } from '#changes/pages/changes-json.ts';
import { type Change, lastChangeNumber, listLatestChanges, readChanges } from '#changes/public-changes.ts';
import { Failure } from '#core/failure.ts';
import { budgetOf, countFitting } from '#http/define-reader-tool.ts';
import { type PublicTx, publicTool } from './tool.ts';

const input = perSections(() =>
  z.strictObject({
    after: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Only changes after this number, oldest first: nextAfter of the previous answer, or 0 for all. Without it you get the latest changes, newest first.',
      ),
    limit: z.int().min(1).max(200).default(20).describe('Most changes.'),
    section: sectionSchema().optional().describe('Only changes of articles of this section. Needs after.'),
    budget: budgetOf(20_000, 'The list ends before the change that does not fit.'),
  }),
);

type Input = z.output<ReturnType<typeof input>>;

export const CHANGES = publicTool(
  {
    name: 'changes',
    title: 'See what changed',
    description:
      'Lists what was published, corrected, moved or withdrawn. Use it to learn whether an article that you cited was corrected or withdrawn since, and to keep up with the magazine. Returns JSON: changes, oldest first with after, else newest first; nextAfter (send it as after); next (what to do next). A change has seq, at, type, id, url, previousUrl after a move, revision that readers see since, and correctionNote.',
  },
  input,
  async ({ publication, read }, asked) => {
    const { changes, nextAfter, isFull } = await read((tx) =>
      asked.after === undefined ? latest(tx, asked) : following(tx, asked),
    );
    const lines = changes.map((change) => changeJson(publication, change));
    const fitting = countFitting(
      lines.map((line) => JSON.stringify(line).length),
      asked.budget,
    );
    const isCut = fitting < lines.length;
    const end = isCut && asked.after !== undefined ? (changes[fitting - 1]?.seq ?? nextAfter) : nextAfter;
    return { changes: lines.slice(0, fitting), nextAfter: end, next: nextStep(asked, isCut || isFull) };
  },
);

type Page = { changes: Change[]; nextAfter: number; isFull: boolean };

async function latest(tx: PublicTx, { limit, section }: Input): Promise<Page> {
  if (section)
    throw new Failure('bad_request', 'section needs after.', {
      hint: 'Send after: 0 for all changes of this section.',
    });
  const nextAfter = await lastChangeNumber(tx);
  return { changes: await listLatestChanges(tx, limit), nextAfter, isFull: false };
}

async function following(tx: PublicTx, { after = 0, limit, section }: Input): Promise<Page> {
  const page = await readChanges(tx, { after, limit, section });
  if (page) return page;
  throw new Failure('bad_request', `There was no change ${after} yet.`, {
    hint: 'This magazine was restored from a backup, or the number is wrong. Read again with after: 0.',
  });
}

function nextStep({ after }: Input, hasMore: boolean): string {
  if (after === undefined)
    return 'Read an article with fetch and its url. For what happens from now on, call again with after: nextAfter.';
  return hasMore
    ? 'There are more changes: call again with after: nextAfter.'
    : 'These are all changes so far. Later, call again with after: nextAfter.';
}
