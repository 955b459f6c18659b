import { html } from 'hono/html';
import { listPublishedWhole } from '#article/published.ts';
import type { Failure } from '#core/failure.ts';
import { printHtml } from '#html/html.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import type { Context } from '#http/context.ts';
import { readExtras } from '#reading/article-extras.ts';
import { readHome } from '#reading/home.ts';
import { articleHtml } from '#reading/pages/article-html.ts';
import { homeHtml } from '#reading/pages/home-html.ts';
import { publicationWith } from '#site/live-site.ts';
import { parseSettings, withChange } from '#site/setting-text.ts';
import { readSiteSettings } from '#site/site-settings.ts';
import { PREVIEW_HEADERS } from './preview.ts';

/** `POST /newsroom/site/preview`: the home page or the newest article with the typed settings. Nothing is stored. */
export async function previewSite(c: Context): Promise<Response> {
  const { deps, config } = c.var;
  const typed = await parseForm(c);
  try {
    const change = parseSettings(typed, config.siteDefaults);
    const publication = publicationWith(config, withChange(await readSiteSettings(deps.db.read), change));
    const body = typed.preview === 'article' ? await articlePreview(c, publication) : await homePreview(c, publication);
    return new Response(body, { headers: PREVIEW_HEADERS });
  } catch (error) {
    return renderFormError(error, async (failure, status) => {
      const body = await refusedPreview(failure);
      return new Response(body, { status, headers: PREVIEW_HEADERS });
    });
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

function refusedPreview({ message, detail }: Failure): Promise<string> {
  return printHtml(html`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>No preview</title></head>
<body><p><strong>${message}</strong></p><p>${detail.hint ?? ''}</p></body>
</html>
`);
}
