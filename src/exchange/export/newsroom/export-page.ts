import { Readable } from 'node:stream';
import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import {
  type ExportJob,
  listExportJobs,
  readExport,
  requestExport,
  takeExport,
} from '#exchange/export/archive/export-jobs.ts';
import { readExportDay } from '#exchange/export/archive/note-export.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, formFields, readFields, readTyped, refusalSummary, wrongFields } from '#html/newsroom/kit/form.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';

const PAGE = '/newsroom/export';
const FIELDS = formFields({
  private: {
    label: 'With drafts, comments and the activity log',
    kind: 'switch',
    hint: 'What readers never see. Keep such a file private. It never has subscribers, passwords or keys.',
  },
  since: {
    label: 'Only what changed since this day (UTC)',
    subject: 'The day',
    kind: 'date',
    hint: 'Empty for everything.',
    optional: true,
  },
});
type Refused = { typed: URLSearchParams; failure: Failure; status: number };

/** `GET /newsroom/export`: asks for an export, shows how far it is, and hands it out once. */
export function showExports(c: Context): Promise<Response> {
  return exportsPage(c, null);
}

/** `POST /newsroom/export`: asks for an export. */
export async function postExport(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const what = readFields(FIELDS, typed);
    await requestExport(c.var.deps, c.var.actor, { ...what, since: what.since ? readDay(what.since) : null });
    return redirect(PAGE);
  } catch (error) {
    return renderFormError(error, (failure, status) => exportsPage(c, { typed, failure, status }));
  }
}

/** @throws validation_failed that names the field */
function readDay(day: string): string {
  try {
    return readExportDay(day);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw wrongFields([{ path: 'since', message: error.message }]);
  }
}

/** `POST /newsroom/export/{exportId}/download`: the file, once. */
export async function postDownload(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  try {
    const download = await takeExport(deps, actor, c.req.param('exportId') ?? '');
    return new Response(Readable.toWeb(Readable.from(readExport(deps.files, download))) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Length': String(download.bytes),
        'Content-Disposition': `attachment; filename="${new URL(c.var.config.publication.baseUrl).hostname}-export.zip"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  } catch (error) {
    return renderFormError(error, (failure, status) =>
      exportsPage(c, { typed: new URLSearchParams(), failure, status }),
    );
  }
}

async function exportsPage(c: Context, refused: Refused | null): Promise<Response> {
  const jobs = await listExportJobs(c.var.deps.db.read, c.var.actor);
  const current = jobs.find(({ state }) => state === 'waiting' || state === 'running');
  return newsroomPage(c, {
    title: refused ? 'Not exported' : 'Export and backup',
    status: refused?.status ?? 200,
    ...(current && !refused && { continuesAt: PAGE }),
    head: { title: 'Export and backup' },
    main: html`<p class="hint">Everything that is published, in one ZIP file: articles as text for other systems, pictures, redirects, corrections. Its format is public. A backup of the whole database, which brings everything back, is made by the command <code>plumbline backup</code>.</p>
${refusalSummary(refused?.failure)}
${current && !refused ? progressSection(current) : orderForm(refused)}
${jobs.length === 0 ? '' : listSection(jobs)}`,
  });
}

function progressSection({ state, done, whole }: ExportJob): Html {
  const words =
    state === 'waiting'
      ? 'Waiting for the server to begin.'
      : `${done.toLocaleString('en')} of ${whole.toLocaleString('en')} are done.`;
  return html`<section aria-labelledby="now-title">
<h2 id="now-title">In progress</h2>
<p><progress aria-labelledby="now-title" max="${Math.max(1, whole)}" value="${done}"></progress> ${words}</p>
<p class="hint">This page renews itself. You may leave it: the export continues.</p>
</section>`;
}

function orderForm(refused: Refused | null): Html {
  return html`<h2>Make an export</h2>
<form class="entry" method="post" action="${PAGE}">
${drawFields(FIELDS, refused ?? { typed: new URLSearchParams() })}<p>${button({ text: 'Make an export' })}</p>
</form>`;
}

function listSection(jobs: readonly ExportJob[]): Html {
  return html`<h2>Exports</h2>
${listLines(jobs.map(jobLine), 'Exports, newest first')}`;
}

function jobLine(job: ExportJob): ListLine {
  return {
    title: whatWords(job),
    facts: [html`asked ${formatTime(job.askedAt)}`, `by ${job.askedBy}`, ...factsOf(job)],
    side: [
      job.state === 'ready'
        ? html`<form method="post" action="${PAGE}/${job.id}/download">${button({ text: `Download ${megabytes(job.bytes)}`, weight: 'plain' })}</form>`
        : pill(STATES[job.state], job.state === 'failed' ? 'block' : undefined),
    ],
  };
}

function factsOf(job: ExportJob): (Html | string)[] {
  if (job.state === 'failed') return [job.trouble ?? ''];
  if (job.state !== 'ready') return [];
  return [html`once, until ${formatTime(job.endsAt ?? '')}`, html`SHA-256 <code>${job.hash}</code>`];
}

function whatWords({ what }: ExportJob): Html {
  return html`Articles and pictures${what.private ? ', private part' : ''}${what.since === null ? '' : html`, since <span class="whole">${what.since}</span>`}`;
}

const STATES = {
  waiting: 'Queued',
  running: 'In progress',
  failed: 'Failed',
  downloaded: 'Downloaded',
  ended: 'Not downloaded in 24 hours, deleted',
};

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
