import { addNamed, nameSchema } from '../../masthead/byline.ts';
import type { Ctx } from '../env.ts';
import { readFields, requireFields, showAgain } from './form.ts';
import { mastheadPage } from './masthead.ts';
import { goTo } from './page.ts';

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
