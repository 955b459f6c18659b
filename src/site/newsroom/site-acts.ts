import { html } from 'hono/html';
import { listPublishedWhole } from '#article/published.ts';
import { Failure } from '#core/failure.ts';
import { printHtml } from '#html/html.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { PREVIEW_HEADERS } from '#newsroom/article/preview.ts';
import { readExtras } from '#reading/article-extras.ts';
import { readHome } from '#reading/home.ts';
import { articleHtml } from '#reading/pages/article-html.ts';
import { homeHtml } from '#reading/pages/home-html.ts';
import { publicationWith } from '#site/live-site.ts';
import { LARGEST_LOGO, removeLogo, saveLogo } from '#site/logo.ts';
import { parseSettings, withChange } from '#site/setting-text.ts';
import { readSiteSettings, saveSiteSettings } from '#site/site-settings.ts';
import { skipSteps } from '#site/steps.ts';
import { sitePage } from './site-page.ts';

/** `POST /newsroom/site`: saves every setting of the form. */
export async function postSite(c: Context): Promise<Response> {
  const { deps, actor, config, cache } = c.var;
  const typed = await parseForm(c);
  try {
    const changed = await saveSiteSettings(deps, actor, parseSettings(typed, config.siteDefaults));
    await cache.catchUp(); // the next page of this process shows the new values
    return redirect(`/newsroom/site?done=${changed.length > 0 ? 'saved' : 'same'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => sitePage(c, { form: 'settings', typed, failure, status }));
  }
}

/** `POST /newsroom/site/logo`. */
export async function postLogo(c: Context): Promise<Response> {
  const { deps, actor, cache } = c.var;
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_LOGO);
    const file = requireFile(upload, LARGEST_LOGO);
    if (file.byteLength === 0)
      throw new Failure('validation_failed', 'There is no file.', { hint: 'Choose the logo as a PNG.' });
    await saveLogo(deps, actor, file);
    await cache.catchUp();
    return redirect('/newsroom/site?done=logo#logo');
  } catch (error) {
    return renderFormError(error, (failure, status) => sitePage(c, { form: 'logo', failure, status }));
  }
}

/** `POST /newsroom/site/logo/remove`. */
export async function postLogoRemoval(c: Context): Promise<Response> {
  await removeLogo(c.var.deps, c.var.actor);
  await c.var.cache.catchUp();
  return redirect('/newsroom/site?done=no-logo#logo');
}

/** `POST /newsroom/site/steps`: the board asks no more for settings that are missing. */
export async function postStepsSkipped(c: Context): Promise<Response> {
  await skipSteps(c.var.deps, c.var.actor);
  return redirect('/newsroom');
}

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
