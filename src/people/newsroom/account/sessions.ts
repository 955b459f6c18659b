import { html } from 'hono/html';
import { button } from '#html/newsroom/kit/button.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { endSession, listSessions, type SessionSummary } from '#people/sessions.ts';
import { accountPage } from './account-page.ts';
import { signOutTo } from './session-cookie.ts';

/** `GET /newsroom/sessions`: the person's own sessions. */
export async function showSessions(c: Context): Promise<Response> {
  const { editor, id, email } = c.var.session;
  const sessions = await listSessions(c.var.deps, editor);
  return accountPage(c, {
    title: 'Where you are signed in',
    head: { title: 'Where you are signed in' },
    toast:
      c.req.query('done') === 'password'
        ? {
            text: 'Your password was changed. Your other sessions and the access of the agents you approved have ended.',
          }
        : null,
    main: html`<p class="hint">You are signed in as ${email} in these sessions. A session ends after half an hour of inactivity, and after twelve hours in any case. On a remembered computer it ends after 14 days of inactivity, and after 30 days in any case.</p>
${listLines(
  sessions.map((session) => sessionLine(session, session.id === id)),
  'Your sessions, latest first',
)}
<p>If you do not recognize a session, end it and <a href="/newsroom/password">change your password</a>.</p>`,
  });
}

function sessionLine(session: SessionSummary, isThis: boolean): ListLine {
  const browser = browserName(session.browser);
  const label = html`End<span class="unseen"> the session of ${browser} at ${session.address}${isThis ? ', this one' : ''}</span>`;
  return {
    title: browser,
    facts: [
      session.address,
      html`signed in ${formatTime(session.createdAt)} UTC`,
      html`last seen ${formatTime(session.seenAt)} UTC`,
    ],
    side: [
      ...(isThis ? [pill('this one', 'ready')] : []),
      ...(session.isRemembered ? [pill('remembered')] : []),
      html`<form method="post" action="/newsroom/sessions/${session.id}/end"${isThis ? html` data-signs-out` : ''}>${button({ text: label, weight: 'plain' })}</form>`,
    ],
  };
}

/** `POST /newsroom/sessions/{sessionId}/end`: ends one of the person's sessions. Ending the current one signs out. */
export async function postEndSession(c: Context): Promise<Response> {
  const { editor, id } = c.var.session;
  const ended = c.req.param('sessionId') ?? '';
  await endSession(c.var.deps, editor, ended);
  return ended === id ? signOutTo(c, '/newsroom/sign-in') : redirect('/newsroom/sessions');
}

/** `POST /newsroom/sign-out`: ends the session on the server and clears the cookie. */
export async function postSignOut(c: Context): Promise<Response> {
  const { editor, id } = c.var.session;
  await endSession(c.var.deps, editor, id);
  return signOutTo(c, '/newsroom/sign-in');
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A readable name for a `User-Agent`: `Firefox on Linux`. An unknown one is returned unchanged. */
export function browserName(userAgent: string): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.trim() || 'Unknown browser';
}
