import { Failure } from '#core/failure.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { moveRow, readTyped } from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { isLegible } from '#site/colour.ts';
import { LARGEST_LOGO, removeLogo, saveLogo } from '#site/logo.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { skipSteps } from '#site/steps.ts';
import { contrastWords, readSiteForm } from './site-forms.ts';
import { SITE_PAGES, type SitePageName, sitePage } from './site-page.ts';

/** `POST /newsroom/site`: saves every setting of the form. */
export function postSite(c: Context): Promise<Response> {
  return postSettings(c, 'look');
}

/** `POST /newsroom/site/navigation` */
export function postSiteNavigation(c: Context): Promise<Response> {
  return postSettings(c, 'navigation');
}

/** `POST /newsroom/site/sharing` */
export function postSiteSharing(c: Context): Promise<Response> {
  return postSettings(c, 'sharing');
}

async function postSettings(c: Context, name: SitePageName): Promise<Response> {
  const { deps, actor, config, cache } = c.var;
  const { fields, path } = SITE_PAGES[name];
  const typed = await readTyped(c);
  const moved = moveRow(fields, typed);
  if (moved) return sitePage(c, name, { typed: moved.typed });
  try {
    const changed = await saveSiteSettings(deps, actor, readSiteForm(fields, typed, config.siteDefaults));
    await cache.catchUp(); // the next page of this process shows the new values
    return redirect(`${path}?done=${changed.length > 0 ? 'saved' : 'same'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => sitePage(c, name, { typed, failure, status }));
  }
}

/** `GET /newsroom/site/contrast?colour=%23rrggbb`: whether an accent is legible, for the script of the settings. */
export const readContrast = jsonHandler(async (c) => {
  const colour = (c.req.query('colour') ?? '').toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new Failure('bad_request', 'The colour must be six digits after #.');
  return { text: contrastWords(colour), isBad: !isLegible(colour) };
});

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
    return renderFormError(error, (failure, status) => sitePage(c, 'look', { isLogo: true, failure, status }));
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
