import { html } from 'hono/html';
import { isEditorial, type Member, roleOf } from '#core/actor.ts';
import { assetPath } from '#html/assets/assets.ts';
import { type Html, printHtml } from '#html/html.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { declared, type NavigationLink } from '#http/declared.ts';
import { headerAddress } from '#http/respond.ts';
import { tabIconLink } from '#site/look/icons.ts';
import { helpLink } from './help-links.ts';
import { scriptTag } from './scripts.ts';
import { toReadersZone, zoneOf } from './time.ts';

export type NewsroomPage = {
  title: string;
  main: Html;
  status?: number;
  /** Scripts of browser/ by name without ending. Signed-in pages always run `forms` too. */
  scripts?: readonly string[];
  /** Style sheets in addition to newsroom.css, with their ending. */
  styles?: readonly string[];
  /** The address that the browser loads by itself a second after this page, without a script. */
  continuesAt?: string;
};

/** No content from other origins: these pages show text of agents. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const POLICY_WITH_SCRIPT = `${POLICY}; script-src 'self'; connect-src 'self'`;

/** A newsroom page: never cached, all values escaped, only its own scripts. */
export async function newsroomPage(c: Context, page: NewsroomPage): Promise<Response> {
  const { publication } = c.var.config;
  const session = c.get('session');
  const { styles = [] } = page;
  // The pages about agent access run no script. Sign-out needs the script that clears stored text, so they have no sign-out button.
  const isPlain = c.req.path.startsWith('/agent/claim') || c.req.path.startsWith('/oauth/');
  const scripts = isPlain ? [] : [...(page.scripts ?? []), ...(session ? ['forms'] : [])];
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
<body${session ? html` data-account="${session.editor.id}" data-email="${session.email}"` : ''}${(page.status ?? 200) >= 400 ? html` data-refused` : ''}>
<a class="skip" href="#main">Skip to the content</a>
<div class="sheet">
<header class="masthead">
<p class="nameplate"><a href="/newsroom">${publication.name} <span>newsroom</span></a></p>
${session ? newsroomNav(session.editor, c.req.path, isPlain) : ''}
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
<footer><p><a href="/">Read the magazine</a> · <a href="/corrections">Corrections</a> · <a href="/api">API</a>${session ? html` · Times: <a href="/newsroom/profile#time-zone">${zoneOf(c)}</a>` : ''}</p></footer>
</div>
</body>
</html>
`;
  const policy = scripts.length > 0 ? POLICY_WITH_SCRIPT : POLICY;
  return new Response(toReadersZone(c, await printHtml(markup)), {
    status: page.status ?? 200,
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
export async function htmlFragment(c: Context, markup: Html): Promise<Response> {
  return new Response(toReadersZone(c, await printHtml(markup)), {
    headers: {
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

/** The links of the newsroom. In a narrow window the menu button opens them; without a script too. */
function newsroomNav(editor: Member, path: string, isPlain: boolean): Html {
  const links = declared()
    .navigation.filter((link) => isFor(editor, link))
    .map(
      (link) =>
        html`<li><a href="${link.path}"${isHere(link, path) ? html` aria-current="page"` : ''}>${link.text}</a></li>\n`,
    );
  if (editor.sellsAds)
    return html`<nav aria-label="Newsroom"><ul>${links}</ul></nav>
${personForm(editor, path, isPlain)}`;
  return html`<button type="button" class="plain menu-button" popovertarget="menu">Menu</button>
<div class="menu" id="menu" popover><nav aria-label="Newsroom"><ul>
${links}</ul></nav>
${personForm(editor, path, isPlain)}</div>`;
}

function isFor(editor: Member, { who, isForAdSales }: NavigationLink): boolean {
  if (editor.sellsAds) return isForAdSales === true;
  if (who === 'chief') return editor.role === 'chief';
  return who === 'member' || isEditorial(editor);
}

function isHere({ path, below = path }: NavigationLink, at: string): boolean {
  return at === path || at.startsWith(`${below}/`);
}

function personForm(editor: Member, path: string, isPlain: boolean): Html {
  const help = html`<a href="${helpLink(path)}"${path === '/newsroom/help' ? html` aria-current="page"` : ''}>Help</a>`;
  return html`<form class="person" method="post" action="/newsroom/sign-out">${help} <a href="/newsroom/profile">${editor.name}, ${roleOf(editor)}</a>${isPlain ? '' : html` <button class="plain">Sign out</button>`}</form>`;
}
