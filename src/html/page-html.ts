import { html } from 'hono/html';
import { pagePath } from '#article/addresses.ts';
import { footerLinks } from '#article/public-resources.ts';
import { openSections, sectionName } from '#article/section.ts';
import { assetPath } from '#html/assets/assets.ts';
import { isDeclared } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';
import { lookLinks, nameplate, navigationItems, ownFooterLinks } from '#site/look/identity.ts';
import { fontLinks } from './fonts.ts';
import { type Html, printHtml } from './html.ts';

export type PublicPage = {
  title: string;
  /** The whole title, if an editor wrote one for search engines; otherwise `title` and the magazine's name. */
  wholeTitle?: string | null;
  description: string;
  /** The canonical address; absent on pages that search engines must not list, such as 404. */
  canonical?: string;
  alternates?: { markdown: string; json?: string };
  /** The absolute addresses of the pages before and after this one, on a page of a list. */
  previous?: string;
  next?: string;
  /** Further markup for `head`, such as structured data. */
  head?: Html;
  /** The section this page belongs to. */
  section?: string;
  /** Whether it is the home page, whose heading is the magazine's name. */
  isHome?: true;
  /** The date of the newest story, beside the nameplate of the home page. */
  date?: Html;
  main: Html;
};

/** A whole public page: no script, one style sheet, all content inside landmarks. */
export async function pageHtml(publication: Publication, page: PublicPage): Promise<string> {
  const title = titleOf(publication, page);
  const name = nameplate(publication);
  const markup = html`<!DOCTYPE html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
${await fontLinks(page.main)}<link rel="stylesheet" href="${assetPath('style.css')}">${lookLinks(publication)}
${page.canonical ? html`<link rel="canonical" href="${page.canonical}">` : html`<meta name="robots" content="noindex">`}
${page.alternates ? alternates(page.alternates) : ''}${around(page)}
${feeds(publication, page.section)}
<link rel="describedby" type="text/markdown" href="/llms.txt">
${page.head ?? ''}
</head>
<body${page.isHome ? html` class="home"` : ''}>
<a class="skip" href="#main">Skip to the text</a>
<header class="masthead hang">
<div>
${page.isHome ? html`<h1 class="nameplate">${name}</h1>` : html`<p class="nameplate">${name}</p>`}
${navigation(publication, page)}
</div>${page.isHome && page.date ? html`\n<p class="margin fact">${page.date}</p>` : ''}
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
${footer(publication)}
</body>
</html>
`;
  return printHtml(markup);
}

/** The title element of a page. */
export function titleOf(
  { name }: Publication,
  { title, wholeTitle }: Pick<PublicPage, 'title' | 'wholeTitle'>,
): string {
  return wholeTitle ?? (title === name ? title : `${title} · ${name}`);
}

/** The sections, the links that chiefs added, then the brief and the search at the end of the line. */
function navigation(publication: Publication, { canonical, section }: PublicPage): Html {
  const path = canonical?.slice(publication.baseUrl.length) ?? null;
  const current = (isCurrent: boolean) => (isCurrent ? html` aria-current="page"` : '');
  const brief = isDeclared('/brief')
    ? html`
<li class="end"><a href="/brief"${current(path === '/brief')}>Field Brief</a></li>`
    : '';
  return html`<nav aria-label="Sections"><ul>${openSections().map(
    ({ slug, name }) => html`
<li><a href="/${slug}"${current(section === slug)}>${name}</a></li>`,
  )}${navigationItems(publication, path)}${brief}
<li${brief === '' ? html` class="end"` : ''}><a href="/search"${current(path === '/search')}>Search</a></li>
</ul></nav>`;
}

function footer(publication: Publication): Html {
  const links = [...footerLinks(), { path: '/about#write', text: 'Contact' }];
  return html`<footer>
<nav aria-label="Site"><ul>${links.map(
    ({ path, text }) => html`
<li><a href="${path}">${text}</a></li>`,
  )}${ownFooterLinks(publication)}
</ul></nav>
<p>${publication.description} <a href="/newsroom">Newsroom</a>, <a href="/rss.xml">RSS</a>. For agents: <a href="/llms.txt">llms.txt</a>.</p>
</footer>`;
}

/** Links to the feeds of the whole magazine and of the page's section. */
function feeds({ name }: Publication, section: string | undefined): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${name}" href="/rss.xml">
<link rel="alternate" type="application/atom+xml" title="${name}" href="/atom.xml">
<link rel="alternate" type="application/feed+json" title="${name}" href="/feed.json">${
    section
      ? html`
<link rel="alternate" type="application/rss+xml" title="${name}: ${sectionName(section)}" href="/${section}/rss.xml">`
      : ''
  }`;
}

function alternates({ markdown, json }: { markdown: string; json?: string }): Html {
  return html`<link rel="alternate" type="text/markdown" href="${markdown}">${
    json
      ? html`
<link rel="alternate" type="application/json" href="${json}">`
      : ''
  }`;
}

function around({ previous, next }: PublicPage): Html {
  return html`${
    previous
      ? html`
<link rel="prev" href="${previous}">`
      : ''
  }${
    next
      ? html`
<link rel="next" href="${next}">`
      : ''
  }`;
}

// The parts of every page of a list: its title and addresses, and the links to the pages around it.

/** A page of a list: the path of the first page, and its number. */
export type ListPage = { path: string; page: number; hasMore: boolean };

/** The title of a page, which differs from that of the first one. */
export function titleOfPage({ title, page }: { title: string; page: number }): string {
  return page === 1 ? title : `${title}, page ${page}`;
}

/** The addresses of a page in the `head`: its own, those of its other forms, of the page before and of the next one. */
export function addressesOf(baseUrl: string, { path, page, hasMore }: ListPage, json?: string) {
  return {
    canonical: baseUrl + pagePath(path, page),
    alternates: { markdown: baseUrl + pagePath(`${path}.md`, page), ...(json !== undefined && { json }) },
    ...(page > 1 && { previous: baseUrl + pagePath(path, page - 1) }),
    ...(hasMore && { next: baseUrl + pagePath(path, page + 1) }),
  };
}

/** The links to the pages before and after this one; empty where the list has one page. */
export function pagesNav({ path, page, hasMore }: ListPage): Html | string {
  if (page === 1 && !hasMore) return '';
  const newer = html`<a href="${pagePath(path, page - 1)}" rel="prev">Newer stories</a>`;
  const older = html`<a href="${pagePath(path, page + 1)}" rel="next">Older stories</a>`;
  return html`<nav class="pages" aria-label="Pages">${page > 1 ? newer : ''} <span>Page ${page}</span> ${hasMore ? older : ''}</nav>`;
}
