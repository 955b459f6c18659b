import { html } from 'hono/html';
import { MOST_ROWS } from '#brief/subscribers/read-list.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';

/** A form of the page that was refused, and which one. */
export type RefusedListForm = RefusedForm & { form: 'add' | 'import' };

/** The forms below the list: add one address, import a file, export. */
export function listForms(refused: RefusedListForm | null): Html {
  return html`${addForm(refused?.form === 'add' ? refused : null)}
${importForm(refused?.form === 'import' ? refused : null)}
<section aria-labelledby="export-title">
<h2 id="export-title">Export</h2>
<p>Confirmed subscribers with their times and wishes, or suppressed addresses as hashes. The journal records each export.</p>
<form class="entry" method="post" action="/newsroom/subscribers/export">
<p><button name="kind" value="confirmed">Export the confirmed subscribers</button>
<button name="kind" value="suppressed" class="plain">Export the suppressed hashes</button></p>
</form>
</section>`;
}

function addForm(refused: RefusedListForm | null): Html {
  const typed = refused?.typed ?? {};
  return html`<section aria-labelledby="add-title">
<h2 id="add-title">Add one address</h2>
<p>We email the address and ask its owner to confirm.</p>
${refusalNote(refused?.failure ?? null)}
<form class="entry" method="post" action="/newsroom/subscribers">
${entry('add', 'email', 'Email address', typed, 'email')}
${terms('add', typed)}
<p><button>Ask this address</button></p>
</form>
</section>`;
}

/** The file comes last: the text fields are read before it, and survive a file that is too large. */
function importForm(refused: RefusedListForm | null): Html {
  const typed = refused?.typed ?? {};
  const isConfirmed = typed.how === 'confirmed';
  return html`<section aria-labelledby="import-title">
<h2 id="import-title">Import a list</h2>
<p>A CSV file of at most ${MOST_ROWS.toLocaleString('en-GB')} lines and 2 MB, with a column named <code>email</code>, or one address on each line. Exports of Ghost, Mailchimp, Substack, listmonk, Buttondown and Kit are read as they are. Known subscribers stay as they are; suppressed addresses and people who opted out there are left out.</p>
${refusalNote(refused?.failure ?? null)}
<form class="entry" method="post" action="/newsroom/subscribers/import" enctype="multipart/form-data">
${terms('import', typed)}
<fieldset><legend>What happens to new addresses</legend>
<p><input type="radio" id="how-ask" name="how" value="ask"${isConfirmed ? '' : html` checked`}> <label for="how-ask"><strong>Ask again</strong>: each gets an email and confirms, 200 in an hour</label></p>
<p><input type="radio" id="how-confirmed" name="how" value="confirmed"${isConfirmed ? html` checked` : ''}> <label for="how-confirmed"><strong>As confirmed</strong>: they get the next brief</label></p>
<p class="field"><label for="import-because">Why nobody needs to be asked again</label>
<input id="import-because" name="because" value="${typed.because ?? ''}" maxlength="500" autocomplete="off" aria-describedby="import-because-hint">
<span class="hint" id="import-because-hint">Only for “As confirmed”: where the proof of each confirmation is. The journal keeps it.</span></p>
</fieldset>
<p class="field"><label for="import-file">The file</label>
<input id="import-file" name="file" type="file" accept=".csv,.txt,text/csv,text/plain" required></p>
<p><button>Import the list</button></p>
</form>
</section>`;
}

function terms(form: string, typed: Record<string, string>): Html {
  return html`${entry(form, 'vouchedBy', 'Who vouches for it', typed)}
${entry(form, 'consent', 'How consent was given', typed, 'text', 'For example: signed up on paper at the fair in Tacoma, 3 May 2026. At least ten characters, without an email address.')}`;
}

function entry(
  form: string,
  name: string,
  label: string,
  typed: Record<string, string>,
  type = 'text',
  hint?: string,
): Html {
  const id = `${form}-${name}`;
  return html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${typed[name] ?? ''}" maxlength="500" autocomplete="off" required${hint ? html` aria-describedby="${id}-hint"` : ''}>
${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''}</p>`;
}
