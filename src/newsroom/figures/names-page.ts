import { html } from 'hono/html';
import { knownNamesIn, LONGEST_NAME, MOST_NAMES } from '#evidence/known-names.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import {
  aboutField,
  changedFields,
  drawFields,
  ENTER_SAVES,
  formFields,
  readTyped,
  refusalSummary,
  type ShownForm,
  typedOf,
} from '#html/newsroom/kit/form.ts';
import { saveBar } from '#html/newsroom/kit/save-bar.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { saveDeclaredSettings } from '#site/declared-settings.ts';

const PATH = '/newsroom/names';

const DONE: Record<string, string> = {
  saved: 'Saved. It holds for every draft, and for the next publication of an article.',
  same: 'Nothing was different, so nothing was changed.',
};

const FIELDS = formFields({
  knownNames: {
    label: 'Names',
    kind: 'area',
    rows: 12,
    hint: `One on each line, written as in articles, such as “Spot 2” or “Form 300A”. At most ${MOST_NAMES} names of ${LONGEST_NAME} characters.`,
    optional: true,
    most: MOST_NAMES * (LONGEST_NAME + 1),
  },
});

/** `GET /newsroom/names`: the names whose numbers need no person, for chiefs to change. */
export function showKnownNames(c: Context): Promise<Response> {
  return namesPage(c, { typed: storedNow() });
}

/** `POST /newsroom/names`. */
export async function postKnownNames(c: Context): Promise<Response> {
  const { deps, actor, cache } = c.var;
  const typed = await readTyped(c);
  try {
    const names = { knownNames: typed.get('knownNames') ?? '' };
    const changed = await saveDeclaredSettings(deps, actor, siteSnapshot().publication, names);
    await cache.catchUp(); // the next page of this process shows the new list
    return redirect(`${PATH}?done=${changed.length > 0 ? 'saved' : 'same'}`);
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      namesPage(c, { typed, failure: aboutField(failure, 'knownNames') }, status),
    );
  }
}

function storedNow(): URLSearchParams {
  return typedOf(FIELDS, { knownNames: knownNamesIn(siteSnapshot().publication).join('\n') });
}

function namesPage(c: Context, form: ShownForm, status = 200): Promise<Response> {
  const done = DONE[c.req.query('done') ?? ''];
  const saved = storedNow();
  return newsroomPage(c, {
    title: form.failure ? 'Names not changed' : 'Names with numbers',
    status,
    scripts: ['kit'],
    toast: done && !form.failure ? { text: done } : null,
    head: { title: 'Names with numbers' },
    main: html`<p class="hint">A number in one of these names is settled as part of a name. Names of standards and laws, such as “RFC 8628”, “ISO 19650” and “29 CFR 1926.1400”, are recognised without this list. A percentage, an amount of money or another quantity is never part of a name.</p>
${refusalSummary(form.failure)}
<form class="entry" method="post" action="${PATH}">${ENTER_SAVES}
${drawFields(FIELDS, form, { saved })}
${saveBar({ discard: PATH, unsaved: changedFields(FIELDS, form.typed, saved).length })}
</form>`,
  });
}
