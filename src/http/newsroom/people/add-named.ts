import { addNamed, nameSchema } from '../../../accounts/bylines.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, renderFormError, validateForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { mastheadPage } from './people.ts';

/** `POST /newsroom/masthead/authors`: a byline. */
export function postAuthor(c: Context): Promise<Response> {
  return add(c, 'author');
}

/** `POST /newsroom/masthead/tags`. */
export function postTag(c: Context): Promise<Response> {
  return add(c, 'tag');
}

async function add(c: Context, kind: 'author' | 'tag'): Promise<Response> {
  const { name = '' } = await parseForm(c);
  try {
    const named = validateForm(nameSchema, { name }, { name: 'The name' });
    await addNamed(c.var.deps, c.var.actor, kind, named.name);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      mastheadPage(c, { form: kind, typed: { name }, failure, status }),
    );
  }
  return redirect(`/newsroom/masthead#${kind}-title`);
}
