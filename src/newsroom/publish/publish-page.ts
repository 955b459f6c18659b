import { html } from 'hono/html';
import { correctionChoiceMissing, readPendingCorrection } from '#article/pending-correction.ts';
import type { Failure } from '#core/failure.ts';
import type { CorrectionChoice } from '#editorial/publish/correction-choice.ts';
import { publish } from '#editorial/publish/publish.ts';
import type { Html } from '#html/html.ts';
import { parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { correctionFields, parseCorrectionChoice } from './correction-fields.ts';
import { gateList } from './gate-list.ts';
import { canBePublished } from './publish-box.ts';
import { readersWillSee } from './readers-will-see.ts';
import { type RevisionView, readLatestView, readRevisionView } from './revision-view.ts';

type FormState = { fields: Record<string, string>; failure: Failure | null; status: number };

/** `GET /newsroom/articles/{articleId}/publish?revision=N`: asks once more, with what readers will see. By default the latest revision. */
export async function showPublish(c: Context): Promise<Response> {
  const given = c.req.query('revision');
  const seen = given === undefined ? await readLatestView(c) : await readRevisionView(c, parseRevisionNumber(given));
  return publishPage(c, seen, { fields: {}, failure: null, status: 200 });
}

/** `POST /newsroom/articles/{articleId}/publish`: publishes the revision that the form names. */
export async function postPublish(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const articleId = articleIdOf(c);
  const number = parseRevisionNumber(fields.revision);
  let choice: CorrectionChoice | null;
  try {
    choice = parseCorrectionChoice(fields);
    if (choice === null) await requireChoice(c, articleId, number);
  } catch (error) {
    const seen = await readRevisionView(c, number);
    return renderFormError(error, (failure, status) => publishPage(c, seen, { fields, failure, status }));
  }
  const { id } = await publish(c.var.deps, c.var.actor, articleId, number, choice);
  return redirect(`/newsroom/articles/${id}?done=published`);
}

/** @throws validation_failed when the published text changes and the form has no correction choice */
async function requireChoice(c: Context, articleId: string, number: number): Promise<void> {
  if ((await readPendingCorrection(c.var.deps.db.read, articleId, number)).asks) throw correctionChoiceMissing();
}

async function publishPage(c: Context, seen: RevisionView, { fields, failure, status }: FormState): Promise<Response> {
  const { file, number } = seen;
  const can = canBePublished(file, number);
  return newsroomPage(c, {
    title: `Publish revision ${number}`,
    status,
    styles: ['newsroom-publication.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/articles/${file.id}">Article</a></p>
<h1>Publish revision ${number}?</h1>
${refusalNote(failure)}
<div class="publication">
${can ? html`<p>Readers will see:</p>${await readersWillSee(c, seen, 'now')}${publishForm(seen, fields)}` : cannot(seen)}
</div>`,
  });
}

function cannot({ file, number }: RevisionView): Html {
  if (number === file.liveRevision) return html`<p>Readers see this revision now.</p>`;
  return html`<p>This revision cannot be published yet.</p>
${gateList(file.gate, { articleId: file.id, revision: number, copy: file.copy })}`;
}

/** The button has the focus, so that Enter publishes, except where something has to be chosen first. */
function publishForm(seen: RevisionView, typed: Record<string, string>): Html {
  const { file, number, correcting } = seen;
  return html`<form method="post" action="/newsroom/articles/${file.id}/publish">
<input type="hidden" name="revision" value="${number}">
${correcting.asks ? correctionFields(seen, typed) : ''}
<p><button${correcting.asks ? '' : html` autofocus`}>Publish revision ${number}</button> <a class="cancel" href="/newsroom/articles/${file.id}">Not yet</a></p>
</form>`;
}
