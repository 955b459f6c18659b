import { MOST_GIVEN } from '#editorial/sources/open-source.ts';
import { type AskedSources, lookUpWordings, readRevisionWordings } from '#editorial/wordings/look-up-wordings.ts';
import { reopenWording, settleWording, type WordingReference } from '#editorial/wordings/settle-wording.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { readUpload } from '#http/upload.ts';
import { givenOf } from '#newsroom/figures/lookup-acts.ts';
import { wordingsPage } from './wordings-page.ts';

/** `POST …/wordings/lookup`: opens one source, or those that were not opened, and shows what they say about each wording. */
export async function postWordingLookup(c: Context): Promise<Response> {
  const { deps, actor, limits, sourceOpener } = c.var;
  const { fields, file: bytes, fileName } = await readUpload(c.req.raw, 'file', MOST_GIVEN);
  const source = fields.source ?? '';
  return act(c, { fields, about: source }, async ({ articleId, revision }) => {
    const file = await readRevisionWordings(deps.db.read, actor, { articleId, revision });
    const given = source === '' ? null : givenOf(fields, bytes, fileName);
    const asked: AskedSources = { source: source === '' ? null : source, given };
    await lookUpWordings(
      deps,
      { opener: sourceOpener, spend: () => limits.spend('sourceLookup', actor.id) },
      file,
      asked,
    );
  });
}

/** `POST …/wordings/settle`: an editor confirms a wording by the passage on screen, or vouches for it. */
export async function postWordingSettled(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  return act(c, { fields, about: fields.wording ?? '' }, (reference) =>
    settleWording(
      c.var.deps,
      c.var.actor,
      reference,
      fields.way === 'seen'
        ? { way: 'seen', source: fields.source ?? '', digest: fields.digest ?? '' }
        : { way: 'vouched', reason: fields.reason ?? '' },
    ),
  );
}

/** `POST …/wordings/open`: opens a settled wording again. */
export async function postWordingOpen(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  return act(c, { fields, about: fields.wording ?? '' }, (reference) =>
    reopenWording(c.var.deps, c.var.actor, reference),
  );
}

type Sent = { fields: Record<string, string>; about: string };

/** Runs an act, then shows the page again; an error is shown where the form is. */
async function act(c: Context, { fields, about }: Sent, work: (reference: WordingReference) => Promise<void>) {
  const articleId = articleIdOf(c);
  const revision = parseRevisionNumber(fields.revision);
  try {
    await work({ articleId, revision, hash: fields.wording ?? '' });
  } catch (error) {
    const { actor, deps } = c.var;
    return renderFormError(error, async (failure, status) => {
      const file = await readRevisionWordings(deps.db.read, actor, { articleId, revision });
      return wordingsPage(c, file, { typed: fields, failure, status, about });
    });
  }
  return redirect(`/newsroom/articles/${articleId}/wordings?revision=${revision}`);
}
