import { articleLinks } from '#article/addresses.ts';
import { articlePath, isOwnPage, PAGES_SECTION } from '#article/own-page.ts';
import { publicArticle } from '#article/pages/article-json.ts';
import { notFound } from '#article/pages/not-found.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { findPublished, type PublishedArticle } from '#article/published.ts';
import { findRetraction, type Retraction } from '#article/retraction.ts';
import { isReadableSection, isSection } from '#article/section.ts';
import { preferredForm } from '#http/cache/negotiate.ts';
import { type Form, HTML, type PublicResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import type { PlacedAd } from '#http/placed-ad.ts';
import { choiceOf, jsonForm, markdownResponse, sendMoved, sendPublic } from '#http/respond.ts';
import { type ArticleExtras, readExtras } from '#reading/article-extras.ts';
import { UNCHANGED } from '#reading/corrections.ts';
import { adInArticle } from '#reading/placements.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

/** `/{section}/{slug}` in the form asked for, and `/{section}/{slug}.md`. */
export function readArticle(c: Context): Promise<Response> {
  const path = c.req.path;
  const { section = '', slug = '' } = c.req.param();
  if (isOwnPage(section)) return sendMoved(c, articlePath({ section, slug }));
  if (!isSection(section)) return notFound(c);
  return serveArticle(c, path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept')), (form, at) =>
    form === 'markdown' && path.endsWith('.md') ? `${articlePath(at)}.md` : articlePath(at),
  );
}

/** `/api/public/articles/{section}/{slug}`. */
export function readArticleJson(c: Context): Promise<Response> {
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  return serveArticle(c, 'json', (_, at) => `${prefix}/articles/${at.section}/${at.slug}`);
}

/** `/api/public/markdown/{section}/{slug}`. */
export function readArticleMarkdown(c: Context): Promise<Response> {
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  return serveArticle(c, 'markdown', (_, at) => `${prefix}/markdown/${at.section}/${at.slug}`);
}

type At = { section: string; slug: string };

/** A custom page at `/{slug}`, in the form asked for, and at `/{slug}.md`; `missing` answers where there is none. */
export async function readOwnPage(c: Context, slug: string, missing: () => Promise<Response>): Promise<Response> {
  const published = await readPublished(c, (tx) => findPublished(tx, PAGES_SECTION, slug));
  if (!published) return missing();
  const twin = c.req.path.endsWith('.md') ? '.md' : '';
  if ('movedTo' in published) return sendMoved(c, articlePath(published.movedTo) + twin);
  const form = twin ? 'markdown' : preferredForm(c.req.header('accept'));
  const extras = form === 'json' ? null : await readPublished(c, (tx) => readExtras(tx, published));
  const copy = await renderArticle(c, published, { form, extras, ad: null });
  return sendPublic(c, { ...copy, about: [`article:${published.id}`], form, choice: choiceOf(c) });
}

async function serveArticle(c: Context, form: Form, addressOf: (form: Form, at: At) => string): Promise<Response> {
  const section = c.req.param('section') ?? '';
  const slug = (c.req.param('slug') ?? '').replace(/\.md$/, '');
  const published = isReadableSection(section)
    ? await readPublished(c, (tx) => findPublished(tx, section, slug))
    : null;
  if (!published) return notFound(c, form, form === 'html' ? await retractionAt(c, section, slug) : null);
  if ('movedTo' in published) return sendMoved(c, addressOf(form, published.movedTo));
  const extras = form === 'json' ? null : await readPublished(c, (tx) => readExtras(tx, published));
  const ad = form === 'html' && !isOwnPage(section) ? await adInArticle(c) : null;
  const copy = await renderArticle(c, published, { form, extras, ad });
  const about = [published, ...(extras?.related.articles ?? [])].map(({ id }) => `article:${id}`);
  if (extras) about.push(`next:${published.id}`);
  if (form === 'html') about.push('placed:ads');
  return sendPublic(c, { ...copy, about, form, choice: choiceOf(c) });
}

/** The notice for readers at an address whose article was unpublished. */
function retractionAt(c: Context, section: string, slug: string): Promise<Retraction | null> {
  return readPublished(c, (tx) => findRetraction(tx, section, slug));
}

async function renderArticle(
  c: Context,
  article: PublishedArticle,
  { form, extras, ad }: { form: Form; extras: ArticleExtras | null; ad: PlacedAd | null },
): Promise<PublicResponse> {
  const { publication } = siteSnapshot();
  const { modifiedAt } = article;
  const headers = { Link: articleLinks(publication, article, form) };
  switch (form) {
    case 'html':
      return {
        status: 200,
        type: HTML,
        body: await c.var.renderPool.render('articleHtml', [article], publication, article, extras ?? NO_EXTRAS, ad),
        modifiedAt,
        headers,
      };
    case 'markdown':
      return {
        ...markdownResponse(
          await c.var.renderPool.render('articleMarkdown', [article], publication, article, extras ?? NO_EXTRAS),
          `${articlePath(article)}.md`,
          modifiedAt,
          headers,
        ),
        hasDigest: true,
      };
    case 'json':
      return jsonForm(publicArticle(publication, article), `/api/public/articles/${article.section}/${article.slug}`, {
        modifiedAt,
        headers,
        hasDigest: true,
      });
  }
}

const NO_EXTRAS: ArticleExtras = {
  related: { articles: [], isChosen: false },
  pictures: new Map(),
  portrait: null,
  series: null,
  corrections: [],
  drafted: null,
  corrected: UNCHANGED,
  evidence: null,
};
