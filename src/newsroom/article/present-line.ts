import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { lastSeq } from '#runtime/follow-log.ts';

/** The line in which the script says who else has the article open, and what was saved since. */
export async function presentLine(c: Context, { id, revision }: { id: string; revision: number }): Promise<Html> {
  const happened = await lastSeq(c.var.deps.db, 'journal');
  return html`<p class="hint present" id="present" role="status" data-article="${id}" data-revision="${revision}" data-seq="${happened}"></p>
<p class="refusal news" id="news" role="status" hidden></p>`;
}
