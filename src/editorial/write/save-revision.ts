import { columnsOf, NEWSROOM_TEXT_NAMES, optionalText, textsOf } from '#article/article-fields.ts';
import {
  type ArticleRow,
  type ArticleSummary,
  copyOf,
  getArticleRow,
  getRevisionRow,
  mayRevise,
  maySee,
  noSuchArticle,
  requireScope,
  requireSections,
  toSummary,
} from '#article/article-rows.ts';
import type { RevisedCopy } from '#article/copy.ts';
import { findLastLive } from '#article/pending-correction.ts';
import { requireOpenSection } from '#article/retired-section.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { gate, gateOptions } from '#editorial/gate/gate.ts';
import { storeGateCounts } from '#editorial/gate/gate-count.ts';
import { type OpenSource, tryWithSources } from '#editorial/sources/try-sources.ts';
import { storeProposals } from '#evidence/figures/claims-review.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { type IdempotencyKey, withIdempotencyKey } from '#runtime/idempotency.ts';
import { writeJournal } from '#runtime/journal.ts';
import { releaseAddress, reserveAddress } from './addresses.ts';
import { insertRevision } from './insert-revision.ts';

/**
 * Saves the next revision of an article. The live revision does not change until an editor publishes the new one.
 * @throws insufficient_scope, not_found, revision_conflict (with `currentRevision`), slug_taken, idempotency_key_reused, busy
 */
export async function saveRevision(
  deps: Deps,
  actor: Actor,
  articleId: string,
  { copy, retry = null }: { copy: RevisedCopy; retry?: IdempotencyKey | null },
): Promise<ArticleSummary> {
  requireScope(actor, 'article:edit');
  return deps.db.write((tx) =>
    withIdempotencyKey(deps, tx, { actor, retry }, () => revise(deps, tx, actor, { articleId, sent: copy })),
  );
}

/** A dry run of `saveRevision`: the same result and errors, what the named sources say, and nothing is stored. */
export async function tryRevision(
  deps: Deps,
  actor: Actor,
  articleId: string,
  { copy, open = null }: { copy: RevisedCopy; open?: OpenSource | null },
): Promise<ArticleSummary> {
  requireScope(actor, 'article:edit');
  return tryWithSources(deps, actor, open, (tx) => revise(deps, tx, actor, { articleId, sent: copy }));
}

/**
 * The same within the transaction of another act.
 * @throws insufficient_scope for a section that the agent was not granted, not_found, revision_conflict, slug_taken, validation_failed for
 *   a retired section
 */
export async function revise(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { articleId, sent }: { articleId: string; sent: RevisedCopy },
): Promise<ArticleSummary> {
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId, actor);
  if (!mayRevise(actor, article)) throw noSuchArticle();
  requireSections(actor, article.section, sent.section);
  if (sent.section !== article.section) requireOpenSection(sent.section);
  if (sent.baseRevision !== article.latest_revision) throw staleBase(sent.baseRevision, article.latest_revision);
  const copy = await withNewsroomTexts(tx, article, sent);
  const number = await advance(deps, tx, article, copy);
  await moveAddress(tx, actor, article, copy);
  const revision = await insertRevision(deps, tx, actor, { articleId: article.id, number, copy });
  await writeJournal(deps, tx, actor, {
    act: 'revision.saved',
    subject: { kind: 'article', id: article.id },
    revision: number,
  });
  const saved = await getArticleRow(tx, article.id);
  await storeProposals(deps, tx, actor, { revision, copy });
  const entries = await gate(tx, saved, revision, { ...gateOptions(deps, actor), copy });
  await storeGateCounts(tx, saved.id, entries);
  return toSummary(saved, entries);
}

/** Keeps the newsroom's texts, which the write payload does not have; those of the picture only as long as the picture stays. */
async function withNewsroomTexts(tx: Tx, article: ArticleRow, copy: RevisedCopy): Promise<RevisedCopy> {
  const missing = NEWSROOM_TEXT_NAMES.filter((name) => copy[name] === undefined);
  if (missing.length === 0) return copy;
  const latest = await tx
    .selectFrom('revision')
    .select(['hero_asset_id', ...columnsOf(NEWSROOM_TEXT_NAMES)])
    .where('article_id', '=', article.id)
    .where('number', '=', article.latest_revision)
    .executeTakeFirst();
  if (!latest) return copy;
  const isSamePicture = copy.heroAssetId && latest.hero_asset_id === copy.heroAssetId;
  const kept = missing.filter((name) => isSamePicture || !optionalText(name).isOfPicture);
  return { ...copy, ...textsOf(kept, latest) };
}

/** A conditional write: of several concurrent saves exactly one succeeds. */
async function advance(deps: Deps, tx: Tx, article: ArticleRow, copy: RevisedCopy): Promise<number> {
  const number = article.latest_revision + 1;
  const { numUpdatedRows } = await tx
    .updateTable('article')
    .set({ latest_revision: number, section: copy.section, slug: copy.slug, updated_at: now(deps) })
    .where('id', '=', article.id)
    .where('latest_revision', '=', article.latest_revision)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw staleBase(article.latest_revision, number);
  return number;
}

async function moveAddress(tx: Tx, actor: Actor, article: ArticleRow, copy: RevisedCopy): Promise<void> {
  if (article.section === copy.section && article.slug === copy.slug) return;
  await reserveAddress(tx, actor, article.id, { section: copy.section, slug: copy.slug });
  await releaseAddress(tx, article.id, article);
}

export function staleBase(base: number, current: number): Failure {
  return new Failure('revision_conflict', `The latest revision is ${current}, not ${base}.`, {
    hint: `Read revision ${current}, bring your changes into it, and save with baseRevision ${current}.`,
    more: { currentRevision: current },
  });
}

/**
 * Saves the copy of an earlier revision as the newest one, without publishing it. The article keeps its present address and the
 * note of its last correction, so that publishing it neither moves the article nor records that correction again.
 * `baseRevision` is the latest revision that the editor has seen.
 * @throws insufficient_scope, not_found, already_done, revision_conflict, busy
 */
export async function restoreRevision(
  deps: Deps,
  actor: Actor,
  { articleId, number, baseRevision }: { articleId: string; number: number; baseRevision: number },
): Promise<ArticleSummary> {
  requireScope(actor, 'article:edit');
  return deps.db.write(async (tx) => {
    await lockArticle(deps.db.kind, tx, articleId);
    const article = await getArticleRow(tx, articleId);
    if (!maySee(actor, article)) throw noSuchArticle();
    const old = copyOf(await getRevisionRow(tx, article.id, number));
    if (number === article.latest_revision)
      throw new Failure('already_done', 'This revision is the newest already.', {
        hint: 'No action is needed.',
      });
    const last = await findLastLive(tx, article);
    const kept = last ?? (await getRevisionRow(tx, article.id, article.latest_revision));
    const { section, slug } = article;
    const copy = { ...old, section, slug, correctionNote: kept.correction_note, baseRevision };
    const saved = await revise(deps, tx, actor, { articleId: article.id, sent: copy });
    await writeJournal(deps, tx, actor, {
      act: 'revision.restored',
      subject: { kind: 'article', id: article.id },
      revision: saved.revision,
      detail: { from: number },
    });
    return saved;
  });
}
