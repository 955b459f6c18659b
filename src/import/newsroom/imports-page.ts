import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type ImportRun, listRuns } from '#import/import-runs.ts';

/** `GET /newsroom/imports`: what was imported, and the forms that begin another import. */
export function showImports(c: Context): Promise<Response> {
  return importsPage(c, null);
}

export async function importsPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const runs = await listRuns(c.var.deps.db.read, c.var.actor);
  return newsroomPage(c, {
    title: refused ? 'File not taken' : 'Import',
    status: refused?.status ?? 200,
    styles: ['newsroom-imports.css'],
    main: html`<h1>Import</h1>
<p>Articles of another system become drafts here, which people review and publish as always. First the server looks at the file; nothing is filed before you start the import.</p>
${refusalNote(refused?.failure ?? null)}
<section aria-labelledby="upload-title">
<h2 id="upload-title">Look at a file</h2>
<form class="entry" method="post" action="/newsroom/imports" enctype="multipart/form-data">
<p class="field"><label for="file">The file that the other system exported</label>
<input id="file" name="file" type="file" required aria-describedby="file-hint">
<span class="hint" id="file-hint">A file or a ZIP, up to 20 MB.</span></p>
<p><button>Look at it</button></p>
</form>
<form class="entry" method="post" action="/newsroom/imports/path">
<p class="field"><label for="path">Or the name of a larger file in the folder <code>imports</code> of the server</label>
<input id="path" name="path" value="${refused?.typed.path ?? ''}" maxlength="300" autocomplete="off" required></p>
<p><button>Look at that</button></p>
</form>
</section>
<section aria-labelledby="runs-title">
<h2 id="runs-title">Imports</h2>
${runs.length === 0 ? html`<p>Nothing was imported yet.</p>` : table(runs)}
</section>`,
  });
}

function table(runs: readonly ImportRun[]): Html {
  return html`<table class="plan">
<caption class="unseen">Imports, the latest first</caption>
<thead><tr><th scope="col">File</th><th scope="col">State</th><th scope="col" class="number">Items</th></tr></thead>
<tbody>${runs.map(
    (run) => html`<tr>
<th scope="row"><a href="/newsroom/imports/${run.id}">${run.fileName}</a><span class="by">${formatTime(run.madeAt)}, ${run.madeBy}</span></th>
<td>${stateOfImport(run)}</td>
<td class="number"><span class="label">Items</span> ${run.found}</td>
</tr>`,
  )}</tbody>
</table>`;
}

const STATES: Record<ImportRun['state'], string> = {
  'waits to look': 'Waits for the server to look',
  looks: 'The server looks at it',
  looked: 'Looked at, not imported',
  'waits to run': 'Waits for the server to import',
  runs: 'Is imported now',
  done: 'Imported',
  failed: 'Stopped by an error',
};

export function stateOfImport({ state }: Pick<ImportRun, 'state'>): string {
  return STATES[state];
}
