import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { listPublishedWhole } from '#article/published.ts';
import type { Failure } from '#core/failure.ts';
import { assetPath, findAsset } from '#html/assets/assets.ts';
import { printHtml } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { type Fields, readTyped } from '#html/newsroom/kit/form.ts';
import type { Context } from '#http/context.ts';
import { readExtras } from '#reading/article-extras.ts';
import { readHome } from '#reading/home.ts';
import { articleHtml } from '#reading/pages/article-html.ts';
import { homeHtml } from '#reading/pages/home-html.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { darkShade } from '#site/colour.ts';
import { publicationWith } from '#site/live-site.ts';
import { accentPath } from '#site/look/identity.ts';
import { readSiteForm, sentFields } from '#site/newsroom/site-forms.ts';
import { withChange } from '#site/setting-text.ts';
import type { SiteChange } from '#site/site-schema.ts';
import { readSiteSettings } from '#site/site-settings.ts';
import { PREVIEW_HEADERS } from './preview.ts';

/**
 * `POST /newsroom/site/preview`: the home page or the newest article with the typed settings, in the light or the dark scheme.
 * Nothing is stored. While somebody types (`live`), a field that is not right yet is shown as it is stored.
 */
export async function previewSite(c: Context): Promise<Response> {
  const { deps, config } = c.var;
  const typed = await readTyped(c);
  try {
    const change = readChange(c, typed);
    const stored = withChange(await readSiteSettings(deps.db.read), change);
    const publication = publicationWith(config, siteSnapshot().publication, stored);
    const isArticle = typed.get('preview') === 'article';
    const page = isArticle ? await articlePreview(c, publication) : await homePreview(c, publication);
    const scheme = typed.get('scheme');
    return scheme === 'dark' || scheme === 'light'
      ? inScheme(page, scheme, publication.accent)
      : new Response(page, { headers: PREVIEW_HEADERS });
  } catch (error) {
    return renderFormError(error, async (failure, status) => {
      const body = await refusedPreview(failure);
      return new Response(body, { status, headers: PREVIEW_HEADERS });
    });
  }
}

function readChange(c: Context, typed: URLSearchParams): SiteChange {
  const { siteDefaults } = c.var.config;
  const fields = sentFields(typed);
  if (!typed.has('live')) return readSiteForm(fields, typed, siteDefaults);
  return Object.assign({}, ...Object.entries(fields).map(([name, field]) => changeOf({ [name]: field }, c, typed)));
}

function changeOf(fields: Fields, c: Context, typed: URLSearchParams): SiteChange {
  try {
    return readSiteForm(fields, typed, c.var.config.siteDefaults);
  } catch {
    return {};
  }
}

type ShownSite = ReturnType<typeof publicationWith>;

async function homePreview({ var: { deps } }: Context, publication: ShownSite): Promise<string> {
  return homeHtml(publication, await readHome(deps.db.read));
}

/** The article that was published last; without one, the home page. */
async function articlePreview(c: Context, publication: ShownSite): Promise<string> {
  const tx = c.var.deps.db.read;
  const [article] = (await listPublishedWhole(tx, { limit: 1 })).articles;
  return article ? articleHtml(publication, article, await readExtras(tx, article)) : homePreview(c, publication);
}

/** The page as a device of this scheme shows it: a sheet in the page, with the hash by which its policy allows it. */
function inScheme(page: string, scheme: 'light' | 'dark', accent: string | null): Response {
  const own = String(findAsset('style.css')?.asset.body ?? '')
    .replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('color-scheme:light dark', `color-scheme:${scheme}`);
  const colour = accent && (scheme === 'dark' ? darkShade(accent) : accent);
  const sheet = `${own}${colour ? `:root{--accent:${colour}}` : ''}`;
  const shown = page
    .replace(`<link rel="stylesheet" href="${assetPath('style.css')}">`, () => `<style>${sheet}</style>`)
    .replace(accent ? `<link rel="stylesheet" href="${accentPath(accent)}">` : '', '')
    .replace('content="light dark"', `content="${scheme}"`);
  const hash = createHash('sha256').update(sheet).digest('base64');
  const policy = PREVIEW_HEADERS['Content-Security-Policy'].replace(
    "style-src 'self'",
    `style-src 'self' 'sha256-${hash}'`,
  );
  return new Response(shown, { headers: { ...PREVIEW_HEADERS, 'Content-Security-Policy': policy } });
}

function refusedPreview({ message, detail }: Failure): Promise<string> {
  return printHtml(html`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>No preview</title></head>
<body><p><strong>${message}</strong></p><p>${detail.hint ?? ''}</p></body>
</html>
`);
}
