import { addNamed, nameSchema } from '../../../accounts/bylines.ts';
import type { Ctx } from '../../kit/context.ts';
import { readFields, requireFields, showAgain } from '../kit/form.ts';
import { goTo } from '../kit/page.ts';
import { mastheadPage } from './people.ts';

/** `POST /newsroom/masthead/authors`: a byline. */
export function postAuthor(c: Ctx): Promise<Response> {
  return add(c, 'author');
}

/** `POST /newsroom/masthead/tags`. */
export function postTag(c: Ctx): Promise<Response> {
  return add(c, 'tag');
}

async function add(c: Ctx, kind: 'author' | 'tag'): Promise<Response> {
  const { name = '' } = await readFields(c);
  try {
    const named = requireFields(nameSchema, { name }, { name: 'The name' });
    await addNamed(c.var.press, c.var.actor, kind, named.name);
  } catch (error) {
    return showAgain(error, (failure, status) => mastheadPage(c, { form: kind, typed: { name }, failure, status }));
  }
  return goTo(`/newsroom/masthead#${kind}-title`);
}
