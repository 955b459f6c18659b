import { html } from 'hono/html';
import { DESKS } from '../article/desk.ts';
import type { Publication } from '../config.ts';
import { type Html, printHtml } from './html.ts';

export type Page = {
  title: string;
  description: string;
  /** The canonical address; none on pages that are not to be found, such as 404. */
  canonical?: string;
  alternates?: { markdown: string; json: string };
  /** What stands in `head` besides, such as structured data. */
  head?: Html;
  /** The desk this page belongs to. */
  desk?: string;
  main: Html;
};

/** A whole reading page: no script, one style sheet, everything inside a landmark. */
export async function pageHtml(publication: Publication, page: Page): Promise<string> {
  const title = page.title === publication.name ? page.title : `${page.title} · ${publication.name}`;
  const markup = html`<!DOCTYPE html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/static/style.css">
<link rel="icon" href="/static/mark.svg" type="image/svg+xml">
${page.canonical ? html`<link rel="canonical" href="${page.canonical}">` : html`<meta name="robots" content="noindex">`}
${page.alternates ? alternates(page.alternates) : ''}
<link rel="alternate" type="application/rss+xml" title="${publication.name}" href="/rss.xml">
<link rel="describedby" type="text/markdown" href="/llms.txt">
${page.head ?? ''}
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="masthead">
<p class="nameplate"><a href="/">${publication.name}</a></p>
<p class="pointer">For agents: <a href="/llms.txt">/llms.txt</a></p>
<nav aria-label="Desks"><ul>${DESKS.map(
    (desk) => html`
<li><a href="/${desk.slug}"${page.desk === desk.slug ? html` aria-current="page"` : ''}>${desk.name}</a></li>`,
  )}
</ul></nav>
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
<footer>
<p>${publication.description}</p>
<p><a href="/corrections">Corrections</a> · <a href="/api">API</a> · <a href="/rss.xml">RSS</a> · <a href="/sitemap.xml">Sitemap</a> · <a href="/newsroom">Newsroom</a></p>
</footer>
</body>
</html>
`;
  return printHtml(markup);
}

function alternates({ markdown, json }: { markdown: string; json: string }): Html {
  return html`<link rel="alternate" type="text/markdown" href="${markdown}">
<link rel="alternate" type="application/json" href="${json}">`;
}
