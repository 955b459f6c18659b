import { publish } from '../../article/publish.ts';
import { Failure } from '../../ground/failure.ts';
import type { Ctx } from '../env.ts';
import { readFields } from './form.ts';
import { goTo } from './page.ts';

/** `POST /newsroom/articles/{articleId}/publish`: the exact revision the form named. */
export async function postPublish(c: Ctx): Promise<Response> {
  const { revision = '' } = await readFields(c);
  const { id } = await publish(c.var.press, c.var.actor, c.req.param('articleId') ?? '', readNumber(revision));
  return goTo(`/newsroom/articles/${id}?done=published`);
}

/** The number of a revision. @throws not_found for what is none */
export function readNumber(word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  throw new Failure('not_found', 'There is no such revision.', { hint: 'Look at the list of revisions.' });
}
