import {
  type ArticleRow,
  type ArticleSummary,
  NOT_IN_WORK,
  requireScope,
  requireSections,
  toSummary,
} from '#article/article-rows.ts';
import type { Copy } from '#article/copy.ts';
import { requireOpenSection } from '#article/retired-section.ts';
import type { Actor } from '#core/actor.ts';
import { prepared, type Tx } from '#db/database.ts';
import { gate, gateOptions } from '#editorial/gate/gate.ts';
import { storeGateCounts } from '#editorial/gate/gate-count.ts';
import { type OpenSource, tryWithSources } from '#editorial/sources/try-sources.ts';
import { storeProposals } from '#evidence/figures/claims-review.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { type IdempotencyKey, withIdempotencyKey } from '#runtime/idempotency.ts';
import { writeJournal } from '#runtime/journal.ts';
import { reserveAddress } from './addresses.ts';
import { insertRevision } from './insert-revision.ts';

/**
 * Files a new article as revision 0.
 * @throws insufficient_scope, slug_taken, validation_failed for a retired section, idempotency_key_reused, busy
 */
export async function createDraft(
  deps: Deps,
  actor: Actor,
  copy: Copy,
  retry: IdempotencyKey | null = null,
): Promise<ArticleSummary> {
  requireScope(actor, 'article:draft');
  requireSections(actor, copy.section);
  return deps.db.write((tx) => withIdempotencyKey(deps, tx, { actor, retry }, () => fileDraft(deps, tx, actor, copy)));
}

/** A dry run of `createDraft`: the same result and errors, what the named sources say, and nothing is stored. */
export async function tryDraft(
  deps: Deps,
  actor: Actor,
  copy: Copy,
  open: OpenSource | null = null,
): Promise<ArticleSummary> {
  requireScope(actor, 'article:draft');
  requireSections(actor, copy.section);
  return tryWithSources(deps, actor, open, (tx) => fileDraft(deps, tx, actor, copy));
}

/** The same within the transaction of another act. @throws slug_taken, validation_failed for a retired section */
export async function fileDraft(deps: Deps, tx: Tx, actor: Actor, copy: Copy): Promise<ArticleSummary> {
  requireOpenSection(copy.section);
  const at = now(deps);
  const article: ArticleRow = {
    ...NEW_ARTICLE,
    id: deps.newId(),
    owner_id: actor.kind === 'agent' ? actor.editorId : actor.kind === 'editor' ? actor.id : null,
    section: copy.section,
    slug: copy.slug,
    created_at: at,
    updated_at: at,
  };
  await insertArticle(tx, article);
  await reserveAddress(tx, actor, article.id, article);
  const revision = await insertRevision(deps, tx, actor, { articleId: article.id, number: 0, copy });
  await writeJournal(deps, tx, actor, {
    act: 'draft.created',
    subject: { kind: 'article', id: article.id },
    revision: 0,
  });
  await storeProposals(deps, tx, actor, { revision, copy });
  const entries = await gate(tx, article, revision, { ...gateOptions(deps, actor), copy });
  await storeGateCounts(tx, article.id, entries);
  return toSummary(article, entries);
}

const insertArticle = prepared((tx, article: ArticleRow) => tx.insertInto('article').values(article));

/** An article that was never live, reviewed or scheduled. */
const NEW_ARTICLE = {
  ...NOT_IN_WORK,
  latest_revision: 0,
  live_revision: null,
  live_section: null,
  live_slug: null,
  published_at: null,
  modified_at: null,
  correction_seq: null,
  live_hero_words: null,
  archive: null,
  gate_blocks: null,
  gate_warns: null,
  open_numbers: null,
};
