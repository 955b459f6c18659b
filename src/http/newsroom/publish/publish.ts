import { correctionChoiceMissing, readPendingCorrection } from '../../../article/model/pending-correction.ts';
import type { CorrectionChoice } from '../../../article/publish/correction-choice.ts';
import { publish } from '../../../article/publish/publish.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { parseRevisionNumber } from '../kit/params.ts';
import { readChoice } from './correction-fields.ts';
import { publishForm } from './publish-box.ts';
import { refusedForm } from './refused-form.ts';
import { readRevisionView } from './revision-view.ts';

/** `POST /newsroom/articles/{articleId}/publish`: the exact revision the form named. */
export async function postPublish(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const articleId = c.req.param('articleId') ?? '';
  const number = parseRevisionNumber(fields.revision);
  let choice: CorrectionChoice | null;
  try {
    choice = readChoice(fields);
    if (choice === null) await requireChoice(c, articleId, number);
  } catch (error) {
    const seen = await readRevisionView(c, number);
    return refusedForm(c, error, seen, `Publish revision ${number}`, publishForm(seen, fields));
  }
  const { id } = await publish(c.var.deps, c.var.actor, articleId, number, choice);
  return redirect(`/newsroom/articles/${id}?done=published`);
}

/** @throws validation_failed where the words readers saw last change and the form says nothing of it */
async function requireChoice(c: Context, articleId: string, number: number): Promise<void> {
  if ((await readPendingCorrection(c.var.deps.db.read, articleId, number)).asks) throw correctionChoiceMissing();
}
