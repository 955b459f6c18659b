import { html } from 'hono/html';
import { EXPORTS, exportSubscribers } from '#brief/subscribers/export-subscribers.ts';
import { type ImportResult, type ImportTerms, importSubscribers } from '#brief/subscribers/import-subscribers.ts';
import { decodeList, LARGEST_LIST } from '#brief/subscribers/read-list.ts';
import { Failure } from '#core/failure.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { cards } from '#html/newsroom/kit/card.ts';
import { readTyped } from '#html/newsroom/kit/form.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readUpload } from '#http/upload.ts';
import { now } from '#runtime/deps.ts';
import { addPage, readAddForm, readImportForm } from './add-page.ts';
import { SUBSCRIBERS_TRAIL } from './trail.ts';

/** `POST /newsroom/subscribers`: one address, which is asked to confirm. */
export async function postSubscriber(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { address, terms } = readAddForm(typed);
    return await importList(c, address, terms);
  } catch (error) {
    return renderFormError(error, (failure, status) => addPage(c, { form: 'add', typed, failure, status }));
  }
}

/** `POST /newsroom/subscribers/import`: a file of addresses. */
export async function postImport(c: Context): Promise<Response> {
  let typed = new URLSearchParams();
  try {
    const { fields, file } = await readUpload(c.req.raw, 'file', LARGEST_LIST);
    typed = new URLSearchParams(fields);
    if (file === null)
      throw new Failure('payload_too_large', `The file is larger than ${LARGEST_LIST / 1024 / 1024} MB.`, {
        hint: 'Divide the list, and import one part after the other.',
      });
    const terms = readImportForm(typed, file.byteLength > 0);
    return await importList(c, decodeList(file), terms);
  } catch (error) {
    return renderFormError(error, (failure, status) => addPage(c, { form: 'import', typed, failure, status }));
  }
}

async function importList(c: Context, list: string, terms: ImportTerms): Promise<Response> {
  return resultPage(c, await importSubscribers(c.var.deps, c.var.actor, list, terms), terms);
}

/** Refused lines on the page. */
const MOST_SHOWN = 100;

function resultPage(
  c: Context,
  { added, known, suppressed, optedOut, unclear, refused }: ImportResult,
  { asConfirmedBecause }: ImportTerms,
): Promise<Response> {
  return newsroomPage(c, {
    title: 'Imported',
    head: {
      title: 'Imported',
      trail: SUBSCRIBERS_TRAIL,
      primary: { text: 'See the list', href: '/newsroom/subscribers' },
    },
    main: html`<ul>
<li>${added} added${asConfirmedBecause === null ? ': each gets an email that asks to confirm, 200 in an hour' : ' as confirmed'}</li>
<li>${known} known already, not changed</li>
<li>${suppressed} suppressed, left out</li>
${optedOut.map(({ why, count }) => html`<li>${count} opted out, left out: the list says <code>${why}</code></li>`)}
${unclear.map(({ why, count }) => html`<li>${count} left out, because it is not clear whether they agreed: the list says <code>${why}</code>. Write subscribed or unsubscribed there, or remove the column if it says nothing about consent; then import the list again.</li>`)}
<li>${refused.length} lines without a valid address, left out</li>
</ul>
${
  refused.length === 0
    ? ''
    : html`${table({
        caption: 'Lines that were left out',
        columns: [{ text: 'Line' }, { text: 'Why' }],
        rows: refused.slice(0, MOST_SHOWN).map(({ line, error }) => [line, error]),
      })}
${refused.length > MOST_SHOWN ? html`<p>And ${refused.length - MOST_SHOWN} more lines.</p>` : ''}`
}`,
  });
}

/** `GET /newsroom/subscribers/export` */
export function showExport(c: Context): Promise<Response> {
  const download = (kind: (typeof EXPORTS)[number], text: string, weight: 'primary' | 'plain') =>
    html`<form method="post" action="/newsroom/subscribers/export">${button({ text, weight, name: 'kind', value: kind })}</form>`;
  return newsroomPage(c, {
    title: 'Export subscribers',
    head: { title: 'Export subscribers', trail: SUBSCRIBERS_TRAIL },
    main: html`<p class="hint">Each is a CSV file. The activity log records each export.</p>
${cards([
  {
    title: 'Confirmed subscribers',
    level: 2,
    lines: ['With their times and wishes. Other newsletter systems can read it.'],
    acts: [download('confirmed', 'Export the confirmed subscribers', 'primary')],
  },
  {
    title: 'Suppressed addresses',
    level: 2,
    lines: ['As hashes, from which nobody can read an address.'],
    acts: [download('suppressed', 'Export the suppressed hashes', 'plain')],
  },
])}`,
  });
}

/** `POST /newsroom/subscribers/export`: a download, and an entry in the journal. */
export async function postExport(c: Context): Promise<Response> {
  const { kind } = await parseForm(c);
  const wanted = EXPORTS.find((candidate) => candidate === kind) ?? 'confirmed';
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
