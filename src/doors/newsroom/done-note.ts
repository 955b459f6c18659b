import { html } from 'hono/html';
import type { OnFile } from '../../article/on-file.ts';
import type { Html } from '../../editions/html.ts';
import type { Ctx } from '../env.ts';

/** What was just done to an article, said from how it stands now: the address alone can claim nothing. */
export function doneNote(c: Ctx, file: OnFile): Html | string {
  const done = c.req.query('done');
  if (done === 'published' && file.liveRevision !== null) {
    return html`<p class="done" role="status">Published. Readers see revision ${file.liveRevision} at <a href="/${file.liveSection}/${file.liveSlug}">/${file.liveSection}/${file.liveSlug}</a>.</p>`;
  }
  if (done === 'unpublished' && file.liveRevision === null) {
    return html`<p class="done" role="status">Unpublished. Its address answers 404 to everybody.</p>`;
  }
  return '';
}
