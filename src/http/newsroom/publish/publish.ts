import { correctionChoiceMissing, readPendingCorrection } from '../../../article/model/pending-correction.ts';
import type { CorrectionChoice } from '../../../article/publish/correction-choice.ts';
import { publish } from '../../../article/publish/publish.ts';
import { type ArticleRecord, readArticle, readRevision } from '../../../article/read/article-record.ts';
import { Failure } from '../../../core/failure.ts';
import type { Context } from '../../kit/context.ts';
import { readLive } from '../article/read-live.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { readChoice } from './correction-fields.ts';
import { publishForm, type Seen } from './publish-box.ts';
import { refusedForm } from './refused-form.ts';

/** `POST /newsroom/articles/{articleId}/publish`: the exact revision the form named. */
export async function postPublish(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const articleId = c.req.param('articleId') ?? '';
  const number = readNumber(fields.revision);
  let choice: CorrectionChoice | null;
  try {
    choice = readChoice(fields);
    if (choice === null) await requireChoice(c, articleId, number);
  } catch (error) {
    const seen = await readSeen(c, number);
    return refusedForm(c, error, seen, `Publish revision ${number}`, publishForm(seen, fields));
  }
  const { id } = await publish(c.var.deps, c.var.actor, articleId, number, choice);
  return redirect(`/newsroom/articles/${id}?done=published`);
}

/** @throws validation_failed where the words readers saw last change and the form says nothing of it */
async function requireChoice(c: Context, articleId: string, number: number): Promise<void> {
  if ((await readPendingCorrection(c.var.deps.db.read, articleId, number)).asks) throw correctionChoiceMissing();
}

/** The revision a form is about, and the one readers see. @throws not_found */
export async function readSeen(c: Context, number: number): Promise<Seen> {
  const { actor, deps } = c.var;
  const file = await readRevision(deps.db.read, actor, c.req.param('articleId') ?? '', number, deps);
  return seenOf(c, file, number);
}

/** The latest revision of the article a form is about, and the one readers see. @throws not_found */
export async function readArticleSeen(c: Context): Promise<Seen> {
  const { actor, deps } = c.var;
  const file = await readArticle(deps.db.read, actor, c.req.param('articleId') ?? '', deps);
  return seenOf(c, file, file.revision);
}

/** What the forms about one revision go by. */
export async function seenOf(c: Context, file: ArticleRecord, number: number): Promise<Seen> {
  const { deps } = c.var;
  const correcting = await readPendingCorrection(deps.db.read, file.id, number);
  return { file, number, live: await readLive(c, file), correcting, reviewBy: deps.policy.reviewBy };
}

/** The number of a revision. @throws not_found for what is none */
export function readNumber(word = ''): number {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  if (word === '')
    throw new Failure('not_found', 'The address names no revision.', {
      hint: 'Choose a revision in the list on the page of the article.',
    });
  throw new Failure('not_found', 'There is no such revision.', { hint: 'Look at the list of revisions.' });
}
