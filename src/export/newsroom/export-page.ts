import { Readable } from 'node:stream';
import { html } from 'hono/html';
import { type ExportJob, listExportJobs, readExport, requestExport, takeExport } from '#export/archive/export-jobs.ts';
import { readExportDay } from '#export/archive/note-export.ts';
import type { Html } from '#html/html.ts';
import { parseForm, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';

const PAGE = '/newsroom/export';

/** `GET /newsroom/export`: asks for an export, shows how far it is, and hands it out once. */
export function showExports(c: Context): Promise<Response> {
  return exportsPage(c, null);
}

/** `POST /newsroom/export`: asks for an export. */
export async function postExport(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  try {
    const since = typed.since ? readExportDay(typed.since) : null;
    const what = { site: typed.site === 'yes', private: typed.private === 'yes', since };
    await requestExport(c.var.deps, c.var.actor, what);
    return redirect(PAGE);
  } catch (error) {
    return renderFormError(error, (failure, status) => exportsPage(c, { typed, failure, status }));
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
    return renderFormError(error, (failure, status) => exportsPage(c, { typed: {}, failure, status }));
  }
}

async function exportsPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const jobs = await listExportJobs(c.var.deps.db.read, c.var.actor);
  const current = jobs.find(({ state }) => state === 'waiting' || state === 'running');
  return newsroomPage(c, {
    title: refused ? 'Not exported' : 'Export',
    status: refused?.status ?? 200,
    styles: ['newsroom-integrations.css'],
    ...(current && !refused && { continuesAt: PAGE }),
    main: html`<h1>Export</h1>
<p>Everything that is published, in one ZIP file: articles as text for other systems, pictures, redirects, corrections. The file says what is in it, and its format is public. An empty site brings it back as it was, on its page <em>Import</em>.</p>
${refusalNote(refused?.failure ?? null)}
${current ? progressSection(current) : orderForm(refused)}
${jobs.length === 0 ? '' : listSection(jobs)}`,
  });
}

function progressSection({ state, done, whole }: ExportJob): Html {
  const words =
    state === 'waiting'
      ? 'Waiting for the server to begin.'
      : `${done.toLocaleString('en')} of ${whole.toLocaleString('en')} are done.`;
  return html`<section aria-labelledby="now-title">
<h2 id="now-title">Being made</h2>
<p><progress aria-labelledby="now-title" max="${Math.max(1, whole)}" value="${done}"></progress> ${words}</p>
<p class="hint">This page follows by itself. You may leave it: the export goes on.</p>
</section>`;
}

function orderForm(refused: RefusedForm | null): Html {
  const { site, private: hidden, since = '' } = refused?.typed ?? {};
  return html`<section aria-labelledby="order-title">
<h2 id="order-title">Make an export</h2>
<form class="entry" method="post" action="${PAGE}">
<p><input type="checkbox" id="site" name="site" value="yes"${site ? html` checked` : ''}> <label for="site">With the static site</label></p>
<p class="hint">Every page as a file, for any web server. It takes longer.</p>
<p><input type="checkbox" id="private" name="private" value="yes"${hidden ? html` checked` : ''}> <label for="private">With drafts, comments and the journal</label></p>
<p class="hint">What readers never see. Keep such a file private. It never has subscribers, passwords or keys.</p>
<p class="field"><label for="since">Only what changed since this day (UTC), or empty for everything</label>
<input id="since" name="since" type="date" value="${since}"></p>
<p><button>Make an export</button></p>
</form>
</section>`;
}

function listSection(jobs: readonly ExportJob[]): Html {
  return html`<section aria-labelledby="made-title">
<h2 id="made-title">Exports</h2>
<table class="plan">
<caption class="unseen">Exports, newest first</caption>
<thead><tr><th scope="col">Asked for</th><th scope="col">What</th><th scope="col">State</th></tr></thead>
<tbody>${jobs.map(
    (job) => html`<tr>
<th scope="row">${formatTime(job.askedAt)}<span class="by">${job.askedBy}</span></th>
<td>${whatWords(job)}</td>
<td>${stateCell(job)}</td>
</tr>`,
  )}</tbody>
</table>
</section>`;
}

function whatWords({ what }: ExportJob): Html {
  const parts = [
    'articles and pictures',
    ...(what.site ? ['static site'] : []),
    ...(what.private ? ['private part'] : []),
  ];
  return html`${parts.join(', ')}${what.since === null ? '' : html`, since <span class="whole">${what.since}</span>`}`;
}

const STATES = {
  waiting: 'Waits',
  running: 'Is being made',
  downloaded: 'Was downloaded',
  ended: 'Nobody downloaded it in 24 hours; it is deleted',
};

function stateCell(job: ExportJob): Html | string {
  if (job.state === 'failed') return html`<strong>Failed.</strong> ${job.trouble}`;
  if (job.state !== 'ready') return STATES[job.state];
  return html`<form method="post" action="${PAGE}/${job.id}/download"><button>Download ${megabytes(job.bytes)}</button></form>
<span class="by">Once, until ${formatTime(job.endsAt ?? '')}. SHA-256 <code>${job.hash}</code></span>`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
