import { signInByPasskey } from '../../../accounts/second-factor/second-step.ts';
import { requireOwnForm } from '../../kit/access.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm, renderFormError } from '../kit/form.ts';
import { enter, whence } from './session-cookie.ts';
import { ownPath, signInPage } from './sign-in.ts';

/** `POST /newsroom/sign-in/passkey`: in by a passkey alone, which has made sure of its holder. */
export async function postPasskeySignIn(c: Context): Promise<Response> {
  requireOwnForm(c);
  const { answer = '', next, remember } = await parseForm(c);
  try {
    const { secret } = await signInByPasskey(c.var.deps, answer, c.var.config.publication.baseUrl, whence(c, remember));
    return await enter(c, secret, ownPath(next), remember);
  } catch (error) {
    return renderFormError(error, (failure, status) => signInPage(c, { next, remember, failure, status }));
  }
}
