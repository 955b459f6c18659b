import { html } from 'hono/html';
import { assetPath } from '#html/assets/assets.ts';
import { type Html, printHtml } from '#html/html.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { headerAddress } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { tabIconLink } from '#site/look/icons.ts';
import { isFolded } from './frame/fold.ts';
import { type PageHead, pageHead } from './frame/page-head.ts';
import { type Frame, phoneBar, settingsList, sideBar } from './frame/side-bar.ts';
import { countWaiting } from './frame/waiting.ts';
import { helpLink } from './help-links.ts';
import { toast } from './kit/toast.ts';
import { scriptTag } from './scripts.ts';
import { toReadersZone, zoneOf } from './time.ts';

export type Toast = { text: Html | string; undo?: Html };

export type NewsroomPage = {
  title: string;
  /** The line above the page: its title, its primary act and at most two others. Pages without it print their own. */
  head?: PageHead;
  main: Html;
  status?: number;
  /** Scripts of browser/ by name without ending. Signed-in pages always run `forms` too. */
  scripts?: readonly string[];
  /** Style sheets in addition to newsroom.css, with their ending. */
  styles?: readonly string[];
  /** The message after the act that led here, and the form that takes the act back. */
  toast?: Toast | null;
  /** Whether the page is one sheet with its own bars: the side bar is a menu then, and the places of a phone are left out. */
  isSheet?: boolean;
  /** The address that the browser loads a second after this page, without a script. */
  continuesAt?: string;
};

/** No content from other origins: these pages show text of agents. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const POLICY_WITH_SCRIPT = `${POLICY}; script-src 'self'; connect-src 'self'`;

const NOTHING_WAITS: ReadonlyMap<string, number> = new Map();

/** A newsroom page: never cached, all values escaped, only its own scripts. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the markup of the frame, with what each page leaves out
export async function newsroomPage(c: Context, page: NewsroomPage): Promise<Response> {
  const { publication } = siteSnapshot();
  const session = c.get('session');
  const { styles = [] } = page;
  // The pages about agent access run no script. Sign-out needs the script that clears stored text, so they have no sign-out button.
  const isPlain = c.req.path.startsWith('/agent/claim') || c.req.path.startsWith('/oauth/');
  const scripts = isPlain ? [] : [...(page.scripts ?? []), ...(session ? ['forms', 'frame'] : [])];
  const { status = 200 } = page;
  const frame: Frame | null = session
    ? {
        member: session.editor,
        path: c.req.path,
        publicationName: publication.name,
        // A page about an unreachable database must not query it.
        counts: status >= 500 ? NOTHING_WAITS : await countWaiting(c),
        isFolded: isFolded(c),
        isPlain,
        helpLink: helpLink(c.req.path),
      }
    : null;
  const settings = frame && settingsList(frame.member, frame.path);
  const markup = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${page.title} · ${publication.name} newsroom</title>
<link rel="stylesheet" href="${assetPath('newsroom.css')}">
${styles.map((file) => html`<link rel="stylesheet" href="${assetPath(file)}">`)}
${tabIconLink(publication)}
${await Promise.all(scripts.map(scriptTag))}
</head>
<body${session ? html` data-account="${session.editor.id}" data-email="${session.email}"` : ''}${status >= 400 ? html` data-refused` : ''}>
<a class="skip" href="#main">Skip to the content</a>
<div class="${frameClass(frame, page)}">
${frame ? sideBar(frame) : html`<header class="brand"><p><a href="/newsroom">${publication.name} <span>newsroom</span></a></p></header>`}
<div class="newsroom-page${settings ? ' with-settings' : ''}">
${settings ?? ''}
<main id="main" tabindex="-1">
${page.head ? pageHead(page.head, frame && helpLink(c.req.path)) : ''}
${page.main}
</main>
${page.isSheet ? '' : html`<footer><p><a href="/">Read the magazine</a> · <a href="/corrections">Corrections</a> · <a href="/api">API</a>${session ? html` · Times: <a href="/newsroom/profile#time-zone">${zoneOf(c)}</a>` : ''}</p></footer>`}
</div>
${page.toast ? html`<div class="toasts">${toast(page.toast.text, page.toast.undo)}</div>` : ''}
${frame && !page.isSheet ? phoneBar(frame) : ''}
</div>
</body>
</html>
`;
  const policy = scripts.length > 0 ? POLICY_WITH_SCRIPT : POLICY;
  return new Response(toReadersZone(c, await printHtml(markup)), {
    status,
    headers: {
      ...PAGE_HEADERS,
      'Content-Security-Policy': policy,
      ...(page.continuesAt && { Refresh: `1; url=${page.continuesAt}` }),
    },
  });
}

export const PAGE_HEADERS = {
  'Content-Type': HTML,
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
};

/** A part of a page for a script that puts it into the page. Opened alone it loads nothing. */
export async function htmlFragment(
  c: Context,
  markup: Html,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  return new Response(toReadersZone(c, await printHtml(markup)), {
    status,
    headers: {
      ...headers,
      'Content-Type': HTML,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Robots-Tag': 'noindex',
    },
  });
}

/** Redirects after a form (303), so that reload and back do not send it again. `path` must be local. */
export function redirect(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: headerAddress(path), 'Cache-Control': 'no-store', ...headers },
  });
}

function frameClass(frame: Frame | null, { isSheet }: NewsroomPage): string {
  if (frame === null) return 'newsroom without-bar';
  return ['newsroom', frame.isFolded && !isSheet && 'folded', isSheet && 'sheet'].filter(Boolean).join(' ');
}
