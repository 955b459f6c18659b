import { html } from 'hono/html';
import type { ArticleRecord } from '../../../article/read/article-record.ts';
import { readWorkingCopy } from '../../../article/write/working-copy.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { formatTime } from '../kit/time.ts';

/** The way into the editor, and what this person typed there and has not saved. */
export async function editBox(c: Context, { id, revision }: ArticleRecord): Promise<Html> {
  const working = await readWorkingCopy(c.var.deps.db.read, c.var.actor, id);
  const path = `/newsroom/articles/${id}`;
  if (!working) return html`<form action="${path}/edit"><button class="plain">Edit</button></form>`;
  return html`<div class="refusal"><p><strong>You have typed what is not a revision yet.</strong></p>
<p>Last kept ${formatTime(working.savedAt)} UTC, on top of revision ${working.baseRevision}. Review and publication go by revision ${revision}, without it.</p>
<form action="${path}/edit"><button>Go on writing</button></form>
<details><summary>Throw it away …</summary>
<form method="post" action="${path}/working-copy/drop"><input type="hidden" name="number" value="${working.number}"><p>What you typed since revision ${working.baseRevision} is gone then, for good.</p><button class="plain">Throw away what I typed</button></form>
</details></div>`;
}
