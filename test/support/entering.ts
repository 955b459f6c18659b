import { form, type TestSite } from './site.ts';

// Signs in to the newsroom through its forms, as a browser without a session does.

export const NOBODY = { cookie: '' };
export const SIGN_IN = '/newsroom/sign-in';

/** Sends the sign-in form. */
export function signIn(site: TestSite, fields: Record<string, string>): Promise<Response> {
  return site.fetch(SIGN_IN, form(NOBODY, fields));
}

/** The cookie that a response sets, as the browser sends it back. */
export function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
