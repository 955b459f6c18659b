import { Failure } from '#core/failure.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { LARGEST_LOGO, removeLogo, saveLogo } from '#site/logo.ts';
import { parseSettings } from '#site/setting-text.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
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
