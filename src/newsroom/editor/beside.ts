import { html } from 'hono/html';
import type { BodyBlock } from '#article/copy.ts';
import { type ArticleRecord, listRevisions, readArticle } from '#editorial/article-record.ts';
import { listThreads, type Thread } from '#editorial/review/comment-threads.ts';
import { type ReviewStatus, readReview } from '#editorial/review/review.ts';
import type { Html } from '#html/html.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { htmlFragment } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { renderThread } from '#newsroom/review/comments.ts';
import { acceptAllForm } from '#newsroom/review/suggestions.ts';
import { lastSeq } from '#runtime/follow-log.ts';

// What others say about the text in the editor: comments in the panel, and a request for changes above the text.

/** `GET /newsroom/articles/{articleId}/beside`: the part of the editor that its script replaces when the article changes. */
export async function showBeside(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  return htmlFragment(c, await besideText(c, file));
}

/** The comments and the request for changes, which the script puts above the text. */
export async function besideText(c: Context, file: ArticleRecord): Promise<Html> {
  const { deps, actor } = c.var;
  const tx = deps.db.read;
  const happened = await lastSeq(deps.db, 'journal'); // read first: the page then hears of a change in between
  const threads = await listThreads(tx, actor, file.id, file.revision);
  const review = await readReview(tx, actor, file.id);
  const [latest] = await listRevisions(tx, actor, file.id);
  return html`<div id="beside" data-seq="${happened}" data-revision="${file.revision}" data-saved-by="${latest?.savedBy ?? ''}">
${requestNote(file.id, review)}
${acceptAllForm(file.id, threads)}
${groupsOf(file.copy.bodyBlocks, threads).map((group) => renderGroup(file.id, group))}
<p class="hint none">No comment yet. Select words in the text, then <em>Comment</em> or <em>Suggest</em>.</p>
</div>`;
}

/** The decision that asks for changes, as long as no later one replaced it; also when a revision was saved since. */
function requestNote(articleId: string, { decided, lines, latest }: ReviewStatus): Html | string {
  if (decided?.state !== 'changes_requested') return '';
  const line = lines.find(({ state, revision }) => state === decided.state && revision === decided.revision);
  if (!line?.note) return '';
  const since = decided.revision === latest ? '' : ` Revision ${latest} was saved since.`;
  return html`<section class="request" id="request" aria-labelledby="request-title">
<h2 id="request-title">${line.by} requested changes</h2>
<p class="words">${markHidden(line.note)}</p>
<p class="hint">${formatTime(line.at)} UTC, about revision ${decided.revision}.${since} <a href="/newsroom/articles/${articleId}#decide">Open the review</a></p>
</section>`;
}

/** Threads about one block; `block` is null for the article as a whole and for blocks that are gone. */
type Group = { key: string; block: BodyBlock | null; threads: Thread[] };

function groupsOf(blocks: readonly BodyBlock[], threads: readonly Thread[]): Group[] {
  const groups = new Map<number, Group>();
  for (const thread of threads) {
    const at = thread.position ?? -1;
    const group = groups.get(at) ?? {
      key: at === -1 ? 'article' : String(at + 1),
      block: blocks[at] ?? null,
      threads: [],
    };
    groups.set(at, { ...group, threads: [...group.threads, thread] });
  }
  return [...groups].sort(([place], [other]) => place - other).map(([, group]) => group);
}

function renderGroup(articleId: string, { key, block, threads }: Group): Html {
  const open = threads.filter(({ resolved }) => resolved === null).length;
  const comments = open === 1 ? '1 comment' : `${open} comments`;
  const about = block ? `“${firstWords(block.text)}”` : 'the whole article';
  return html`<details class="group" id="group-${key}"${block ? html` data-block="${block.id}"` : ''} aria-label="${comments} on ${about}" open>
<summary>${comments} on ${about}</summary>
${threads
  .toSorted(inOrderOfText)
  .map(
    (thread) =>
      html`<div class="one" data-thread="${thread.id}"${thread.resolved ? html` data-resolved` : ''}${thread.passage === null ? '' : html` data-passage="${thread.passage}" data-occurrence="${thread.occurrence ?? 1}"`}>${renderThread(articleId, thread)}</div>`,
  )}
</details>`;
}

function inOrderOfText(thread: Thread, other: Thread): number {
  return (thread.start ?? -1) - (other.start ?? -1);
}

/** The first words of a block, as its name. */
function firstWords(text: string): string {
  const words = text.replace(/[*_`[\]]/g, '').split(/\s+/);
  return words.length > 6 ? `${words.slice(0, 6).join(' ')} …` : words.join(' ');
}
