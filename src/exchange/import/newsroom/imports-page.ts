import { html } from 'hono/html';
import { type ImportRun, listRuns } from '#exchange/import/import-runs.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { wrongOf } from '#html/newsroom/kit/form.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';

/** `GET /newsroom/imports`: what was imported, and the forms that begin another import. */
export function showImports(c: Context): Promise<Response> {
  return importsPage(c, null);
}

const FILE = {
  label: 'The file that the other system exported',
  kind: 'file',
  hint: 'An export of WordPress, Ghost, Substack, Medium, Squarespace, Hugo, Jekyll or Plumbline: a file or a ZIP, up to 20 MB.',
} as const;
const PATH = {
  label: html`Name of the file in the folder <code>imports</code> of the server`,
  hint: 'For a file of more than 20 MB, which somebody puts there.',
} as const;

export async function importsPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const runs = await listRuns(c.var.deps.db.read, c.var.actor);
  const { typed = {}, failure = null, status = 200 } = refused ?? {};
  const isPath = wrongOf(failure, 'path') !== undefined;
  return newsroomPage(c, {
    title: refused ? 'File not taken' : 'Import',
    status,
    head: { title: 'Import' },
    main: html`<p class="hint">Articles of another system become drafts here. First you see a preview: nothing is filed before you start the import.</p>
${refusalNote(failure)}
<form class="entry" method="post" action="/newsroom/imports" enctype="multipart/form-data">
${field(FILE, { name: 'file', typed: new URLSearchParams(), wrong: wrongOf(failure, 'file') })}
<p>${button({ text: 'Preview it' })}</p>
</form>
<details${isPath ? html` open` : ''}><summary>A file that is too large for that …</summary>
<form class="entry" method="post" action="/newsroom/imports/path">
${field(PATH, { name: 'path', typed: new URLSearchParams({ path: typed.path ?? '' }), wrong: wrongOf(failure, 'path') })}
<p>${button({ text: 'Preview that', weight: 'plain' })}</p>
</form></details>
<h2>Imports</h2>
${runs.length === 0 ? emptyState({ title: 'Nothing was imported yet' }) : listLines(runs.map(runLine), 'Imports, the latest first')}`,
  });
}

function runLine(run: ImportRun): ListLine {
  const tone = run.state === 'failed' ? 'block' : run.state === 'done' ? 'ready' : undefined;
  return {
    title: run.fileName,
    href: `/newsroom/imports/${run.id}`,
    facts: [html`${formatTime(run.madeAt)} UTC`, run.madeBy, `${run.found} ${run.found === 1 ? 'item' : 'items'}`],
    side: [pill(stateOfImport(run), tone)],
  };
}

const STATES: Record<ImportRun['state'], string> = {
  'waits to look': 'Queued for its preview',
  looks: 'Preview in progress',
  looked: 'Previewed, not imported',
  'waits to run': 'Queued',
  runs: 'In progress',
  done: 'Imported',
  failed: 'Failed',
};

export function stateOfImport({ state }: Pick<ImportRun, 'state'>): string {
  return STATES[state];
}
