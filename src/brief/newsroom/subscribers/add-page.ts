import { html } from 'hono/html';
import * as z from 'zod';
import { readEmailAddress } from '#brief/subscribers/email-address.ts';
import { type ImportTerms, importSchema, reasonText } from '#brief/subscribers/import-subscribers.ts';
import { MOST_ROWS } from '#brief/subscribers/read-list.ts';
import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import {
  drawFields,
  type Fields,
  type FormIssue,
  formFields,
  issuesOf,
  readFields,
  refusalSummary,
  type ShownForm,
  typedOf,
  type Values,
  wrongFields,
} from '#html/newsroom/kit/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { SUBSCRIBERS_TRAIL } from './trail.ts';

const CONSENT = {
  vouchedBy: {
    label: 'Who vouches for it',
    schema: importSchema.shape.vouchedBy,
    subject: 'The name of who vouches',
    hint: 'A person who can show that these people agreed.',
  },
  consent: {
    label: 'How consent was given',
    schema: importSchema.shape.consent,
    hint: 'For example: signed up on paper at the fair in Tacoma, 3 May 2026. At least ten characters, without an email address.',
  },
} as const;

const ADD_FIELDS = formFields({ email: { label: 'Email address', kind: 'email' }, ...CONSENT });

/** The file comes last: the text fields are read before it, and survive a file that is too large. */
const IMPORT_FIELDS = formFields({
  ...CONSENT,
  how: {
    label: 'What happens to new addresses',
    kind: 'choice',
    options: [
      { value: 'ask', text: 'Ask again', hint: 'Each gets an email and confirms, 200 in an hour.' },
      { value: 'confirmed', text: 'As confirmed', hint: 'They get the next brief.' },
    ],
    schema: z.enum(['ask', 'confirmed']),
  },
  because: {
    label: 'Why nobody needs to be asked again',
    subject: 'The reason why nobody needs to be asked again',
    schema: reasonText,
    hint: 'Only for “As confirmed”: where the proof of each confirmation is. The activity log keeps it.',
    optional: true,
  },
  file: { label: 'The list', kind: 'file', accept: '.csv,.txt,text/csv,text/plain' },
});

/** A form of the page that was refused, and which one. */
export type RefusedAddForm = { form: 'add' | 'import'; typed: URLSearchParams; failure: Failure; status: number };

/** `GET /newsroom/subscribers/import`: the forms that add people to the list. */
export function showAddSubscribers(c: Context): Promise<Response> {
  return addPage(c, null);
}

export function addPage(c: Context, refused: RefusedAddForm | null): Promise<Response> {
  const { actor } = c.var;
  const fresh = { vouchedBy: actor.kind === 'editor' ? actor.name : '', how: 'ask' };
  const shown = (form: 'add' | 'import', fields: Fields): ShownForm =>
    refused?.form === form ? refused : { typed: typedOf(fields, fresh) };
  return newsroomPage(c, {
    title: refused ? 'Nobody was added' : 'Add subscribers',
    status: refused?.status ?? 200,
    head: { title: 'Add subscribers', trail: SUBSCRIBERS_TRAIL },
    main: html`<section aria-labelledby="import-title"><h2 id="import-title">Import a list</h2>
${importForm(shown('import', IMPORT_FIELDS))}</section>
<section aria-labelledby="add-title"><h2 id="add-title">Add one address</h2>
${addForm(shown('add', ADD_FIELDS))}</section>`,
  });
}

function importForm(shown: ShownForm): Html {
  return html`<p class="hint">A CSV file of at most ${MOST_ROWS.toLocaleString('en-US')} lines and 2 MB, with a column of email addresses, or one address on each line. Exports of Ghost, Mailchimp, Substack, listmonk, Buttondown and Kit are read as they are. Known subscribers stay as they are; suppressed addresses people who opted out there, and people of whom the list does not clearly say that they agreed, are left out.</p>
${refusalSummary(shown.failure, 'import-')}
<form class="entry" method="post" action="/newsroom/subscribers/import" enctype="multipart/form-data">
${drawFields(IMPORT_FIELDS, shown, { ids: 'import-' })}<div class="acts">${button({ text: 'Import the list' })}</div>
</form>`;
}

function addForm(shown: ShownForm): Html {
  return html`<p class="hint">We email the address and ask its owner to confirm.</p>
${refusalSummary(shown.failure, 'add-')}
<form class="entry" method="post" action="/newsroom/subscribers">
${drawFields(ADD_FIELDS, shown, { ids: 'add-' })}<div class="acts">${button({ text: 'Ask this address', weight: 'plain' })}</div>
</form>`;
}

/** @throws validation_failed that names every wrong field */
export function readAddForm(typed: URLSearchParams): { address: string; terms: ImportTerms } {
  const { values, issues } = readAll(ADD_FIELDS, typed);
  let address = '';
  try {
    address = readEmailAddress(typed.get('email') ?? '').address;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    issues.unshift({ path: 'email', message: error.message });
  }
  const own = issues.filter(({ path }, at) => issues.findIndex((other) => other.path === path) === at);
  if (own.length > 0 || values === null) throw wrongFields(own);
  return { address, terms: { vouchedBy: values.vouchedBy, consent: values.consent, asConfirmedBecause: null } };
}

/** @throws validation_failed that names every wrong field; `hasFile`: the form came with a file */
export function readImportForm(typed: URLSearchParams, hasFile: boolean): ImportTerms {
  const isConfirmed = typed.get('how') === 'confirmed';
  const { file: _, because, ...rest } = IMPORT_FIELDS;
  const { optional: __, ...required } = because;
  const { values, issues } = readAll({ ...rest, because: isConfirmed ? required : because }, typed);
  if (!hasFile) issues.push({ path: 'file', message: 'Choose the file with the list.' });
  if (issues.length > 0 || values === null) throw wrongFields(issues);
  const { vouchedBy, consent } = values;
  return { vouchedBy, consent, asConfirmedBecause: isConfirmed ? (values.because ?? null) : null };
}

function readAll<F extends Fields>(
  fields: F,
  typed: URLSearchParams,
): { values: Values<F> | null; issues: FormIssue[] } {
  try {
    return { values: readFields(fields, typed), issues: [] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { values: null, issues: issuesOf(error) };
  }
}
