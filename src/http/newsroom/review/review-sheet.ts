import { html } from 'hono/html';
import type { Thread } from '../../../article/review/comment-threads.ts';
import type { BlockChange } from '../../../article/review/compare-blocks.ts';
import type { Html } from '../../../render/html/html.ts';
import { blockState, byHands, handsOf, isChange, pieces } from './compare-view.ts';
import { commentForm, threadHtml } from './thread.ts';

type Sheet = { articleId: string; revision: number; blocks: readonly BlockChange[]; threads: readonly Thread[] };

/** The body of the latest revision as it is read for a decision: what changed marked in it, and what was said beside each block. */
export function reviewSheet({ articleId, revision, blocks, threads }: Sheet): Html {
  const loose = threads.filter(({ position }) => position === null);
  return html`<div class="review-sheet">
${blocks.map((block, at) => {
  const beside = block.after === null ? [] : threads.filter(({ position }) => position === block.after);
  const key = String((block.after ?? at) + 1);
  return html`<div class="beside ${isChange(block) ? 'change' : ''} ${block.state}">
<div class="said">
${isChange(block) ? html`<p class="became"><strong>${blockState(block)}</strong> ${byHands(block.pieces.some(({ hand }) => hand) ? handsOf(block.pieces) : block.hand ? [block.hand] : [])}</p>` : ''}
<p class="words ${block.type}"${block.after === null ? '' : html` data-block="${key}"`}>${pieces(block.pieces)}</p>
</div>
<div class="comments">
${beside.map((thread) => threadHtml(articleId, thread))}
${block.after === null ? '' : commentForm({ articleId, revision, blockId: block.id, key })}
</div>
</div>`;
})}
</div>
<section class="loose" aria-labelledby="loose-title">
<h3 id="loose-title">About the whole article</h3>
${loose.map((thread) => threadHtml(articleId, thread))}
${commentForm({ articleId, revision, blockId: null, key: 'article' })}
</section>`;
}
