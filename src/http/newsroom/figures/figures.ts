import { readFigures } from '../../../article/settle/read-figures.ts';
import type { Context } from '../../kit/context.ts';
import { readNumber } from '../publish/publish.ts';
import { figuresPage } from './figures-page.ts';

/** `GET /newsroom/articles/{articleId}/figures?revision=…&view=…&figure=…`: the ledger of one revision, the latest by itself. */
export async function showFigures(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const given = c.req.query('revision');
  const revision = given === undefined ? null : readNumber(given);
  const file = await readFigures(deps.db.read, actor, c.req.param('articleId') ?? '', revision, deps);
  const [view, figure, was] = ['view', 'figure', 'was'].map((name) => c.req.query(name));
  return figuresPage(c, file, { view, figure, was }, null);
}
