import { html } from 'hono/html';
import { articlePath } from '#article/own-page.ts';
import type { PendingCorrection } from '#article/pending-correction.ts';
import { readPendingCorrection } from '#article/pending-correction.ts';
import { type ArticleRecord, readArticle, readRevision } from '#editorial/article-record.ts';
import type { Html } from '#html/html.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import type { Policy } from '#runtime/deps.ts';

/** One revision of an article, with all that the forms about it show. */
export type RevisionView = {
  /** The article with the copy and the gate of this revision. */
  file: ArticleRecord;
  /** The number of this revision. */
  number: number;
  /** The live revision; null when nothing is live. */
  live: ArticleRecord | null;
  /** The correction that publishing this revision would record, or must ask about. */
  correcting: PendingCorrection;
  /** Whether one person or two publish on this site. */
  reviewBy: Policy['reviewBy'];
};

/** The latest revision of the article in the address. @throws not_found */
export async function readLatestView(c: Context): Promise<RevisionView> {
  const { actor, deps } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  return toRevisionView(c, file, file.revision);
}

export async function toRevisionView(c: Context, file: ArticleRecord, number: number): Promise<RevisionView> {
  const { deps } = c.var;
  const correcting = await readPendingCorrection(deps.db.read, file.id, number);
  return { file, number, live: await readLive(c, file), correcting, reviewBy: deps.policy.reviewBy };
}

/** The live revision of an article; null when nothing is live. */
export async function readLive(c: Context, file: ArticleRecord): Promise<ArticleRecord | null> {
  if (file.liveRevision === null) return null;
  return readRevision(c.var.deps.db.read, c.var.actor, c.var.deps, { id: file.id, number: file.liveRevision });
}

/** What publishing this revision will change, one sentence each. */
export function publishEffects({ file, number, live, correcting }: RevisionView): Html[] {
  const address = articlePath(file.copy);
  const latest = file.revision > number ? [html`leaves revision ${file.revision}, which is newer, waiting.`] : [];
  const { note } = correcting;
  const recorded = note ? [html`records a permanent correction: “${note}”`] : [];
  if (!live) {
    const first = file.publishedAt
      ? 'shows this revision to readers again'
      : 'shows this revision to readers for the first time';
    return [html`${first}, at <code>${address}</code>.`, ...recorded, ...latest];
  }
  const liveAddress = `/${live.liveSection}/${live.liveSlug}`;
  return [
    html`replaces revision ${file.liveRevision}, which readers see now.`,
    ...(address === liveAddress
      ? []
      : [
          html`moves the article from <code>${liveAddress}</code> to <code>${address}</code>; the old address redirects.`,
        ]),
    ...recorded,
    ...latest,
  ];
}
