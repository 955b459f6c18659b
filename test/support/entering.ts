import { form, type TestSite } from './site.ts';

// Coming into the newsroom by its own forms, as a browser without a session does.

export const NOBODY = { cookie: '' };
export const SIGN_IN = '/newsroom/sign-in';

/** Sends the sign-in form. */
export function signIn(site: TestSite, fields: Record<string, string>): Promise<Response> {
  return site.fetch(SIGN_IN, form(NOBODY, fields));
}

/** The cookie an answer sets, as the browser sends it back. */
export function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
