import { html } from 'hono/html';
import { readEmailAddress } from '#brief/subscribers/email-address.ts';
import { EXPORTS, exportSubscribers } from '#brief/subscribers/export-subscribers.ts';
import {
  type ImportResult,
  type ImportTerms,
  importSchema,
  importSubscribers,
} from '#brief/subscribers/import-subscribers.ts';
import { LARGEST_LIST } from '#brief/subscribers/read-list.ts';
import { Failure } from '#core/failure.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { readUpload, requireFile } from '#http/upload.ts';
import { now } from '#runtime/deps.ts';
import { SUBSCRIBER_STYLES, subscribersPage } from './subscribers.ts';

const LABELS = {
  vouchedBy: 'The name of who vouches',
  consent: 'How consent was given',
  asConfirmedBecause: 'The reason why nobody needs to be asked again',
};

/** `POST /newsroom/subscribers`: one address, which is asked to confirm. */
export async function postSubscriber(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  try {
    const { address } = readEmailAddress(typed.email ?? '');
    return await importList(c, address, termsOf({ ...typed, how: 'ask' }));
  } catch (error) {
    return renderFormError(error, (failure, status) => subscribersPage(c, { form: 'add', typed, failure, status }));
  }
}

/** `POST /newsroom/subscribers/import`: a file of addresses. */
export async function postImport(c: Context): Promise<Response> {
  let typed: Record<string, string> = {};
  try {
    const upload = await readUpload(c.req.raw, 'file', LARGEST_LIST);
    typed = upload.fields;
    const file = requireFile(upload, LARGEST_LIST);
    return await importList(c, decodeList(file), termsOf(typed));
  } catch (error) {
    return renderFormError(error, (failure, status) => subscribersPage(c, { form: 'import', typed, failure, status }));
  }
}

function termsOf({ vouchedBy = '', consent = '', how = 'ask', because = '' }: Record<string, string>): ImportTerms {
  const asConfirmedBecause = how === 'confirmed' ? because : null;
  return validateForm(importSchema, { vouchedBy, consent, asConfirmedBecause }, LABELS);
}

function decodeList(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new Failure('validation_failed', 'The file is not text in UTF-8.', { hint: 'Save it as “CSV UTF-8”.' });
  }
}

async function importList(c: Context, list: string, terms: ImportTerms): Promise<Response> {
  return resultPage(c, await importSubscribers(c.var.deps, c.var.actor, list, terms), terms);
}

/** Refused lines on the page. */
const MOST_SHOWN = 100;

function resultPage(
  c: Context,
  { added, known, suppressed, optedOut, refused }: ImportResult,
  { asConfirmedBecause }: ImportTerms,
): Promise<Response> {
  return newsroomPage(c, {
    title: 'Imported',
    styles: SUBSCRIBER_STYLES,
    main: html`<p class="trail"><a href="/newsroom/subscribers">Subscribers</a></p>
<h1>Imported</h1>
<ul>
<li>${added} added${asConfirmedBecause === null ? ': each gets an email that asks to confirm, 200 in an hour' : ' as confirmed'}</li>
<li>${known} known already, not changed</li>
<li>${suppressed} suppressed, left out</li>
${optedOut.map(({ why, count }) => html`<li>${count} opted out, left out: the list says <code>${why}</code></li>`)}
<li>${refused.length} lines without a valid address, left out</li>
</ul>
${
  refused.length === 0
    ? ''
    : html`<table class="plan"><caption class="unseen">Lines that were left out</caption>
<thead><tr><th scope="col">Line</th><th scope="col">Why</th></tr></thead>
<tbody>${refused.slice(0, MOST_SHOWN).map(({ line, error }) => html`<tr><th scope="row">${line}</th><td>${error}</td></tr>`)}</tbody></table>
${refused.length > MOST_SHOWN ? html`<p>And ${refused.length - MOST_SHOWN} more lines.</p>` : ''}`
}`,
  });
}

/** `POST /newsroom/subscribers/export`: a download, and an entry in the journal. */
export async function postExport(c: Context): Promise<Response> {
  const { kind } = await parseForm(c);
  const wanted = EXPORTS.find((one) => one === kind) ?? 'confirmed';
  const csv = await exportSubscribers(c.var.deps, c.var.actor, wanted);
  const day = now(c.var.deps).slice(0, 10);
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="subscribers-${wanted}-${day}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
